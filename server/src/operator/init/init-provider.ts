import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { Right } from '@customer-center/contract/rights'
import { findCompanies, insertProvider } from '../../company/index.ts'
import type { ServerContents } from '../../feature/feature.ts'
import { findAdmin, queuePasswordMail } from '../../people/index.ts'
import { type Config, settingsFile } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { findHold } from '../../platform/database/outgoing.ts'
import type { Db } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { noteOperatorEvent } from '../../platform/operator/operator-events.ts'
import { importRows, type RowsByResource } from '../../records/importing/run/import-rows.ts'
import { defaultRows } from './default-rows.ts'

type TextRow = Readonly<Record<string, string>>

interface NewProvider {
  readonly providerId: number
  readonly provider: TextRow
  readonly customer: TextRow
  /** A row of `contacts`. */
  readonly admin: TextRow
  readonly emailAddress: string
}

export interface Initialised {
  readonly providerId: number
  /** Whether the company is new; false if it existed and only a link was mailed. */
  readonly isNew: boolean
  readonly customerNumber: string
  /** Reason why the mail with the link waits; null if it does not. */
  readonly hold: string | null
  /** File with the settings of a new provider; null if none was written. */
  readonly settings: string | null
}

/** First settings of a new provider; the default is that of the specification. */
const firstSettings = 'MINIMUM_PASSWORD_LENGTH=8\n'

/** Preset keys that the provider's own keys may replace later. */
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
 * Creates a company of the provider with its letterhead, default field lists, letters, evaluations and first customer,
 * and mails the customer's admin a link to set a password. If the company exists, only mails the admin a new link.
 */
export async function initProvider(
  db: Db,
  input: NewProvider,
  config: Config,
  { imports }: Pick<ServerContents, 'imports'>
): Promise<Initialised> {
  if (config.publicUrl === '')
    throw new OperatorError('The setting PUBLIC_URL is missing: the link to set a password needs it.')
  const { providerId } = input
  const done = await inTransaction(db, async (trx) => {
    const isNew = !(await findCompanies(trx)).includes(providerId)
    if (isNew) {
      await insertProvider(trx, providerId, String(providerId))
      await importRows(trx, imports, providerId, firstRows(input))
    }
    const admin = await findAdmin(trx, { providerId, emailAddress: input.emailAddress })
    if (!admin)
      throw new OperatorError(
        `The company ${providerId} is there already and has no admin ${input.emailAddress}: bring data in with import.`
      )
    await queuePasswordMail(trx, { providerId, contactId: admin.contactId, asLink: true })
    await noteOperatorEvent(trx, { event: 'access-mailed', person: `${providerId}/${admin.contactId}` })
    return { isNew, customerNumber: admin.number, hold: await findHold(trx) }
  })
  const file = settingsFile(config.dataFolder)
  if (done.isNew && !existsSync(file)) {
    await mkdir(config.dataFolder, { recursive: true, mode: 0o700 })
    await writeFile(file, firstSettings)
  }
  return { providerId, ...done, settings: existsSync(file) ? file : null }
}
