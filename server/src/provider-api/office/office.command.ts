import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { OperatorError, UsageError } from '../../platform/config/operator-error.ts'
import { companyOption, afterOption, printPage } from '../../platform/operator/arguments.ts'
import { defineCommand } from '../../platform/operator/command.ts'
import type { PersonListName } from './person-list.repository.ts'

interface ListOptions {
  readonly providerId?: number
  readonly after?: string
}

/** Returns the members of a row that have a value. */
const lineOf = (row: Readonly<Record<string, unknown>>): string =>
  `${Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join('  ')}\n`

const listCommand = (word: PersonListName, help: string) =>
  defineCommand({
    word,
    help: `list ${help}, the newest first`,
    configure: (parser) =>
      void parser
        .argument('<person>', 'e-mail address, external ID or COMPANY/PVAID')
        .addOption(companyOption)
        .option(...afterOption),
    name: `list-${word}-of-person`,
    input: z.object({ name: z.string(), providerId: z.int().nullable(), after: z.string().optional() }),
    async run(db, { name, providerId, ...place }) {
      const { findNamedContact } = await import('../../people/index.ts')
      const { personLists, readNewest } = await import('./person-list.repository.ts')
      return readNewest(db, personLists[word].rows(await findNamedContact(db, name, providerId)), place)
    },
    async act({ ask, print }, name: string, options: ListOptions) {
      const page = await ask({ name, ...options, providerId: options.providerId ?? null })
      printPage({ print }, page, lineOf, 'There is nothing.')
    }
  })

const refusedLoginsCommand = defineCommand({
  word: 'refused-logins',
  help: 'list the logins of the last seven days with a known e-mail address and an unknown customer number',
  configure: (parser) => void parser.addOption(companyOption).option(...afterOption),
  name: 'list-refused-logins',
  input: z.object({ providerId: z.int().nullable(), after: z.string().optional() }),
  async run(db, { providerId, ...place }) {
    const { loginsOfUnknownCustomer, readNewest } = await import('./person-list.repository.ts')
    return readNewest(db, loginsOfUnknownCustomer(providerId), place)
  },
  async act({ ask, print }, options: ListOptions) {
    printPage({ print }, await ask({ ...options, providerId: options.providerId ?? null }), lineOf, 'There is nothing.')
  }
})

const copyFormats = { '.json': 'JSON', '.pdf': 'PDF' } as const

/** The copy of a person's data, which people with a login request themselves without that of former customers. */
export const dataCopyCommand = defineCommand({
  word: 'data-copy',
  help: 'write a copy of all data about a person into a file, as the user profile gives it to who has a login',
  configure: (parser) =>
    void parser
      .argument('<person>', 'e-mail address, external ID or COMPANY/PVAID')
      .argument('<file>', 'a new file: .json, or .pdf with your letterhead')
      .addOption(companyOption),
  name: 'copy-data-of-person',
  input: z.object({ name: z.string(), providerId: z.int().nullable(), format: z.enum(['JSON', 'PDF']) }),
  async run(db, { name, providerId, format }, { config, contents }) {
    const { findNamedContact } = await import('../../people/index.ts')
    const { createLetterTypesetter } = await import('../../confirmations/index.ts')
    const { copyForPerson } = await import('./data-copy.ts')
    const person = await findNamedContact(db, name, providerId)
    const { personalData } = await contents()
    const typesetter = createLetterTypesetter(config)
    try {
      const copy = await copyForPerson({ db, typesetter, personalData }, person, format)
      return { person: `${person.providerId}/${person.contactId}`, base64: copy.toString('base64') }
    } finally {
      await typesetter.close()
    }
  },
  eventOf: (_input, { person }) => ({ event: 'data-copy-asked', person, reason: 'operator' }),
  async act({ ask, print }, name: string, file: string, { providerId }: Pick<ListOptions, 'providerId'>) {
    const format = Object.entries(copyFormats).find(([ending]) => file.toLowerCase().endsWith(ending))?.[1]
    if (!format) throw new UsageError('The name of the file ends in .json or .pdf.')
    const { base64 } = await ask({ name, providerId: providerId ?? null, format })
    await writeFile(file, Buffer.from(base64, 'base64'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
      throw new OperatorError(`The file ${file} cannot be written, or is there already.`, { cause: error })
    })
    print(`${file} has the copy.`, { file })
  }
})

export const personListCommands = [
  listCommand('letters', 'the confirmations and hour records of a person'),
  listCommand('mails', 'the mails to a person that JOB_DAYS keeps'),
  listCommand('logins', 'the logins and refused logins of a person that LOGIN_DAYS keeps')
]

export const officeCommands = [...personListCommands, refusedLoginsCommand, dataCopyCommand]
