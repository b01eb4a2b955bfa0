import { formatDateTime } from '../platform/mail/mail-text.ts'
import { defineMail, definitionOf, type MailData, mailTexts } from './define-mail.ts'

export interface CollectedMailData extends MailData {
  /** The notices, the oldest first. */
  readonly notices: readonly {
    /** The name of the mail. */
    readonly mail: string
    readonly data: MailData
    /** The time of the event in ISO 8601. */
    readonly at: string
  }[]
}

/**
 * Repeats the notices that exceeded the recipient's mail limit, so that none is lost, nor a link that stops a change.
 */
export const collectedMail = defineMail<CollectedMailData, ReturnType<typeof mailTexts>['collected']>({
  name: 'collected-mail',
  purpose: 'notice',
  texts: (config) => mailTexts(config).collected,
  async say({ db, jobs, id, config, to, owner, data: { notices } }) {
    const blocks = []
    for (const { mail, data, at } of notices) {
      const definition = definitionOf(jobs, mail)
      if (!definition) continue
      const texts = definition.texts(config, data)
      const said = await definition.say?.({ db, jobs, id, config, to, owner, data, texts, at: new Date(at) })
      const { facts = [], url = '', isSecret } = said ?? {}
      const button = isSecret && texts.button !== undefined && { label: texts.button, url }
      blocks.push({
        facts: [[formatDateTime(new Date(at)), texts.subject] as const, ...facts],
        ...(button && { button })
      })
    }
    // Notices without a name in the greeting may go to an address that the person does not read.
    const isNameless = notices.every(({ mail }) => definitionOf(jobs, mail)?.isNameless)
    return { blocks, isSecret: true, ...(isNameless && { values: { name: '' } }) }
  }
})
