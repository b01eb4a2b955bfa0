import { join, resolve } from 'node:path'
import { chooseCompany } from '../../company/index.ts'
import { tellAdmins } from '../../people/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/database/query.ts'
import { inDryRun, inTransaction } from '../../platform/database/transaction.ts'
import { mailFolder } from '../../platform/mail/mailer.ts'
import { erasePerson, type ErasureStep, findPrivateCustomer } from '../../platform/personal-data/person.ts'
import type { PersonalData } from '../../platform/personal-data/personal-data.ts'
import { insertAuditEntries } from '../../records/rows/audit.ts'
import { type ContactToErase, type WantedErasure, findContact } from './erase.repository.ts'

export interface Erased {
  readonly providerId: number
  readonly contactId: number
  /** Whether the customer has no other person who may manage its users. */
  readonly wasLastAdmin: boolean
  readonly steps: readonly ErasureStep[]
  /** Places that may still have the name and that this command cannot reach. */
  readonly elsewhere: readonly string[]
}

/** Lists files and other systems that may have the name, for the operator, who alone can reach all of them. */
function elsewhereOf({ databaseUrl, dataFolder, storage, mail }: Config): readonly string[] {
  const files = resolve(dataFolder)
  return [
    `backups of the database${databaseUrl === '' ? ` and of the folder ${files}` : ', and its log that is archived (WAL)'}`,
    ...(databaseUrl === '' ? [] : ['the log of the PostgreSQL server, if it writes statements or their values']),
    `invoices in ${storage.kind === 's3' ? `the bucket ${storage.bucket}` : join(files, 'documents')}, which the law wants kept, and backups of it`,
    ...(mail.kind === 'folder'
      ? [`mails in ${mailFolder(dataFolder)}`]
      : ['mails that were sent, and the log of the mail server']),
    'files that were imported, `*.refused.*` beside them, files of exports, and copies of all these',
    'programs that read changes or get webhooks: they are told of the erasure'
  ]
}

/** Erases the data of a given contact, and adds the erasure to the feed of changes. */
export async function eraseFound(
  trx: Db,
  providerId: number,
  { customerId, contactId }: Pick<ContactToErase, 'customerId' | 'contactId'>,
  personalData: readonly PersonalData[]
): Promise<readonly ErasureStep[]> {
  const steps = await erasePerson(trx, { providerId, contactId }, personalData)
  const own = await findPrivateCustomer(trx, { providerId, contactId })
  const entryOf = (resource: 'contact' | 'customer', customer: number, key: object = {}) => ({
    customer_id: customer,
    resource,
    key: { providerId, customerId: customer, ...key },
    changes: {}
  })
  await insertAuditEntries(trx, { providerId, providerKey: null, action: 'erase' }, [
    entryOf('contact', customerId, { contactId }),
    ...(own === undefined ? [] : [entryOf('customer', own)])
  ])
  return steps
}

/** Erases a person's data, except for data that the law requires to be kept. `docs/decisions/0069-erased-persons.md` */
export async function eraseContact(
  db: Db,
  wanted: WantedErasure,
  config: Config,
  personalData: readonly PersonalData[]
): Promise<Erased> {
  const providerId = await chooseCompany(db, wanted.providerId)
  const transact = wanted.dryRun ? inDryRun : inTransaction
  return transact(db, async (trx) => {
    const found = await findContact(trx, providerId, wanted)
    const { contactId, wasAdmin, hasOtherAdmins } = found
    if (wasAdmin) await tellAdmins(trx, { providerId }, [contactId], 'lost')
    const steps = await eraseFound(trx, providerId, found, personalData)
    return {
      providerId,
      contactId,
      wasLastAdmin: wasAdmin && !hasOtherAdmins,
      steps,
      elsewhere: elsewhereOf(config)
    }
  })
}
