import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { Right } from '@customer-center/contract/rights'
import { findCompanies, insertProvider } from '../../company/index.ts'
import { findAdmin, queuePasswordMail } from '../../people/index.ts'
import { type Config, settingsFile } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { findHold } from '../../platform/database/outgoing.ts'
import type { Db } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { ServerContents } from '../../platform/feature.ts'
import { importRows, type RowsByResource } from '../../platform/importing/run/import-rows.ts'
import { noteOperatorEvent } from '../../platform/operator/operator-events.ts'
import { defaultRows } from './default-rows.ts'

type TextRow = Readonly<Record<string, string>>

/** Details that a new provider gives of itself. */
interface NewProvider {
  readonly company: number
  /** Members of the resource `provider`. */
  readonly provider: TextRow
  /** A row of `customers`. */
  readonly customer: TextRow
  /** A row of `contacts`. */
  readonly admin: TextRow
  readonly emailAddress: string
}

export interface Initialised {
  readonly company: number
  /** Whether the company is new; false if it was there, and only a link was sent. */
  readonly isNew: boolean
  readonly customerNumber: string
  /** The reason why the mail with the link waits; null where it leaves. */
  readonly hold: string | null
  /** The file that has settings of a new provider; null without one. */
  readonly settings: string | null
}

/** The first settings of a new provider. The default is the specification's. */
const firstSettings = 'MINIMUM_PASSWORD_LENGTH=8\n'

/** The keys that the provider's own may replace later. */
const [customer, contact] = ['first-customer', 'first-admin']

function firstRows({ provider, customer: first, admin, emailAddress }: NewProvider): RowsByResource {
  return {
    ...defaultRows(),
    provider: [provider],
    customers: [{ externalId: customer, number: '1', ...first }],
    contacts: [{ externalId: contact, customer, eMailAddress: emailAddress, active: true, ...admin }],
    'shop-users': [{ contact, emailAddress, rights: Right.admin }]
  }
}

/**
 * Makes a company of the provider with its letterhead, default field lists, letters and evaluations, and its first
 * customer, whose admin is mailed a link to set a password. If the company exists, it mails the admin a new link.
 */
export async function initProvider(
  db: Db,
  input: NewProvider,
  config: Config,
  { imports }: Pick<ServerContents, 'imports'>
): Promise<Initialised> {
  if (config.publicUrl === '')
    throw new OperatorError('The setting PUBLIC_URL is missing: the link to set a password needs it.')
  const { company } = input
  const done = await inTransaction(db, async (trx) => {
    const isNew = !(await findCompanies(trx)).includes(company)
    if (isNew) {
      await insertProvider(trx, company, String(company))
      await importRows(trx, imports, company, firstRows(input))
    }
    const admin = await findAdmin(trx, { provider: company, emailAddress: input.emailAddress })
    if (!admin)
      throw new OperatorError(
        `The company ${company} is there already and has no admin ${input.emailAddress}: bring data in with import.`
      )
    await queuePasswordMail(trx, { provider: company, contact: admin.contact, asLink: true })
    await noteOperatorEvent(trx, { event: 'access-mailed', person: `${company}/${admin.contact}` })
    return { isNew, customerNumber: admin.number, hold: await findHold(trx) }
  })
  const file = settingsFile(config.dataFolder)
  if (done.isNew && !existsSync(file)) {
    await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
    await writeFile(file, firstSettings)
  }
  return { company, ...done, settings: existsSync(file) ? file : null }
}
