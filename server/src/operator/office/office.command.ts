import { z } from 'zod'
import { companyOption, afterOption, printPage } from '../../platform/operator/arguments.ts'
import { defineCommand } from '../../platform/operator/command.ts'
import type { PersonListName } from '../../provider-api/office/person-list.repository.ts'

interface ListOptions {
  readonly company?: number
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
        .option(...companyOption)
        .option(...afterOption),
    name: `list-${word}-of-person`,
    input: z.object({ name: z.string(), company: z.int().nullable(), after: z.string().optional() }),
    async run(db, { name, company, ...place }) {
      const { personLists, readPersonList } = await import('../../provider-api/office/person-list.repository.ts')
      const { findPerson } = await import('../../provider-api/office/person-list.repository.ts')
      return readPersonList(db, personLists[word], await findPerson(db, name, company), place)
    },
    async act({ ask, print }, name: string, options: ListOptions) {
      const page = await ask({ name, ...options, company: options.company ?? null })
      printPage({ print }, page, lineOf, 'There is nothing.')
    }
  })

export const officeCommands = [
  listCommand('letters', 'the confirmations and hour records of a person'),
  listCommand('mails', 'the mails to a person that JOB_DAYS keeps'),
  listCommand('logins', 'the logins and refused logins of a person that LOGIN_DAYS keeps')
]
