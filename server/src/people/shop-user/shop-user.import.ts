import { sql } from 'kysely'
import { contactFields } from '@customer-center/contract/contact'
import { isHigherRight, Right, rightName } from '@customer-center/contract/rights'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { endSessionsOfContacts, whyNoPasswordHash } from '../../account/index.ts'
import type { Db } from '../../platform/database/query.ts'
import { noteOperatorEvent } from '../../platform/operator/operator-events.ts'
import { defineImport, intoTable, type RowsToWrite } from '../../records/importing/import.ts'
import { type ImportedRow, leaveMember, noteConflict, setColumn } from '../../records/importing/imported-row.ts'
import { resourcesOfContact } from '../../records/rows/audit-resources.ts'
import type { ColumnValues, PlannedRow } from '../../records/rows/tables.ts'
import {
  accessLoss,
  applyConsequences,
  type ChangedLogin,
  firstConsequences,
  loginConsequences,
  type ShopUserState,
  tellAdmins
} from '../access/index.ts'
import { customerLeftOut, findLeftOut } from '../customer/index.ts'
import { queueCorrectedMails } from '../mail/index.ts'

/**
 * Returns a row's login. Its contact counts as active here, because the import of contacts handles that flag and its
 * consequences.
 */
const loginOf = (row: ColumnValues): ShopUserState => ({
  shopEmail: String(row['email_address']),
  webshopRights: Number(row['rights'] ?? Right.none),
  active: true,
  hadLogin: row['had_login'] === true
})

/**
 * Applies the same consequences as a save, and three more: every change ends the sessions, even a changed right, after
 * which a save keeps them; an unused access is mailed to the new address, a mail that a save plans itself; and the
 * customer's other admins are told about new user names, since they did not change these themselves.
 */
async function applyChanges(
  trx: Db,
  { providerId, providerKey }: RowsToWrite,
  rows: readonly PlannedRow[]
): Promise<void> {
  const logins = rows.map(({ stored: { s: stored }, columns: { s = {} } }) => {
    const after = { ...stored, ...s }
    const consequences = stored ? loginConsequences(loginOf(stored), loginOf(after)) : firstConsequences(loginOf(after))
    return { contactId: Number(after['contact_id']), isNew: !stored, ...consequences }
  })
  const changed = logins.filter(({ isNew }) => !isNew)
  // The request of a provider key has its own log line, with its network address.
  if (providerKey === null) {
    const counts = { created: rows.length - changed.length, updated: changed.length }
    await noteOperatorEvent(trx, { event: 'access-imported', ...counts })
  }
  const numbersOf = (some: readonly ChangedLogin[]) => some.map(({ contactId }) => contactId)
  const renamed = numbersOf(logins.filter(({ otherAddress }) => otherAddress))
  await endSessionsOfContacts(trx, providerId, numbersOf(changed))
  await queueCorrectedMails(trx, providerId, renamed)
  await applyConsequences(trx, { providerId }, logins)
  await tellAdmins(trx, { providerId }, renamed, 'renamed')
}

/** Notes the admins among written rows that are undone, so that the end of a dry run names no customer to which one comes. */
async function noteAdmins(trx: Db, { providerId, noteMove }: RowsToWrite, rows: readonly ImportedRow[]): Promise<void> {
  const rowOf = new Map(rows.map((row) => [Number({ ...row.stored['s'], ...row.columns['s'] }['contact_id']), row]))
  const { rows: admins } = await sql<{ moved: number; to: number }>`
    select s.contact_id as moved, s.customer_id as "to"
    from shop_users s join contacts c on c.provider_id = s.provider_id and c.contact_id = s.contact_id
    where s.provider_id = ${providerId} and s.contact_id = any(${[...rowOf.keys()]}::int[])
      and s.rights = ${Right.admin} and c.active`.execute(trx)
  for (const { moved, to } of admins) noteMove(rowOf.get(moved)!, { moved, from: null, to })
}

/** Gives nobody a right or a higher one whose customer the full set leaves out. */
async function keepRights(trx: Db, batch: RowsToWrite): Promise<void> {
  const rightOf = (row: PlannedRow) =>
    rightName(row.columns['s']?.['rights'] ?? row.stored['s']?.['rights'] ?? Right.none)
  const raised = batch.rows.filter((row) =>
    isHigherRight(rightOf(row), rightName(row.stored['s']?.['rights'] ?? Right.none))
  )
  const customerOf = ({ stored: { s: stored }, columns: { s = {} } }: PlannedRow) =>
    Number(s['customer_id'] ?? stored?.['customer_id'])
  const leftOut = await findLeftOut(trx, batch, raised.map(customerOf))
  for (const row of raised) {
    if (!leftOut.has(customerOf(row))) continue
    leaveMember(row, 'rights')
    if (row.isNew) setColumn(row, { alias: 's', column: 'rights' }, Right.none)
    noteConflict(row, 'rights', customerLeftOut)
  }
}

/** Import of shop users. Shop users that a full set lacks lose their right instead of being deleted. */
export const shopUserImport = defineImport({
  resource: 'shop-users',
  tables: [intoTable('shop_users', 's', ['contact_id'])],
  members: {
    contact: {
      reference: { 's.contact_id': 'contact_id', 's.customer_id': 'customer_id' },
      constraints: { shop_users_erased: 'names a contact that was erased.' }
    },
    emailAddress: {
      changedAs: contactFields.shopEmail.code,
      constraints: { shop_users_login: 'is already the user name of another contact of this customer.' }
    },
    rights: { changedAs: contactFields.webshopRights.code },
    passwordHash: {
      check(hash) {
        const reason = whyNoPasswordHash(hash)
        return reason && `cannot be checked: ${reason}.`
      }
    }
  },
  // Later imports do not overwrite the hash: a login replaces it by the server's own hash, and the person may choose
  // another password.
  ruleOf: ({ s }) => ((s?.['password_hash'] ?? null) === null ? {} : { kept: { passwordHash: null } }),
  async write(trx, batch) {
    await keepRights(trx, batch)
    const lowered = batch.rows.filter(({ stored: { s: stored }, columns: { s = {} } }) => {
      const { rights } = s
      return stored && rights !== undefined && isHigherRight(rightName(stored['rights']), rightName(rights))
    })
    for (const row of lowered) batch.hold(row, 'rights', Number(row.stored['s']?.['contact_id']))
    await batch.store(async (written) => {
      await applyChanges(trx, batch, written)
      // A right that waits for the run's end is still there.
      if (batch.isUndone)
        await noteAdmins(
          trx,
          batch,
          written.filter((row) => !lowered.includes(row))
        )
    })
  },
  audit: 'shop-user',
  changedBy: resourcesOfContact,
  // No row of a shop user moves: the notes of a dry run about admins are no losses.
  losses: { ofRemoved: 'select s.contact_id as subject', ...accessLoss, checkMoved: async () => undefined },
  removal: {
    removable: `s.rights <> ${Right.none}`,
    async remove(trx, providerId, gone) {
      const contacts = gone.map((row) => Number(row['contact_id']))
      await sql`
        update shop_users set rights = ${Right.none}
        where provider_id = ${providerId} and contact_id = any(${contacts}::int[])`.execute(trx)
      const logins = gone.map((row) => {
        const login = loginOf(row)
        return {
          contactId: Number(row['contact_id']),
          ...loginConsequences(login, { ...login, webshopRights: Right.none })
        }
      })
      await applyConsequences(trx, { providerId }, logins)
      return gone.map(({ customer_id, contact_id, rights }) => ({
        customer_id: Number(customer_id),
        resource: 'shop-user',
        key: { providerId, customerId: customer_id, contactId: contact_id },
        changes: { [shopUserFields.webshopRights.code]: { old: rights, new: Right.none } }
      }))
    }
  }
})
