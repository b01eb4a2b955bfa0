import { maskedAddress } from '../../platform/mail/mail-text.ts'
import { defineMail } from '../../mails/index.ts'
import { emailChangeMailTexts } from './email-confirmation-mail.ts'

/** Tells the old address the change, its time, and the contact for questions. */
export const emailChangedMail = defineMail({
  name: 'email-changed-mail',
  purpose: 'notice',
  texts(config) {
    const { oldAddress, newAddress, changed } = emailChangeMailTexts(config)
    return { ...changed, oldAddress, newAddress }
  },
  say: ({ texts, owner, to }) => ({
    facts: [
      [texts.oldAddress, to],
      ...(owner.emailAddress === '' ? [] : [[texts.newAddress, maskedAddress(owner.emailAddress)] as const])
    ]
  })
})
