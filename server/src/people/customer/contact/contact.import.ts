import { contactsImport } from '@customer-center/contract/contact'
import { Right } from '@customer-center/contract/rights'
import type { Db } from '../../../platform/database/query.ts'
import { defineImport, intoTable, type RowsToWrite } from '../../../records/importing/import.ts'
import {
  type ImportedRow,
  leaveMember,
  noteConflict,
  setColumn,
  setMember
} from '../../../records/importing/imported-row.ts'
import { resourcesOfContact } from '../../../records/rows/audit-resources.ts'
import type { PlannedRow } from '../../../records/rows/tables.ts'
import { followsChange, isSameValue } from '../../../records/rows/values.ts'
import { accessLoss, applyActive, applyMove, readRights } from '../../access/index.ts'
import { contactColumn, membersOf } from './contact.columns.ts'
import { deactivateContacts } from './deactivate-contacts.ts'
import { customerLeftOut, endLeftOut, findLeftOut } from './left-out.repository.ts'
import { numberContacts } from './number-contacts.repository.ts'
import { countVersions, keepOfPersons, plannedValue } from './shared-persons.ts'

/** Tells whether a row gives a stored contact another customer. */
const isMove = ({ stored: { c: stored }, columns: { c = {} } }: PlannedRow) =>
  stored !== undefined && c['customer_id'] !== undefined && c['customer_id'] !== stored['customer_id']

/** Tells whether a stored contact is active before or after the import: nobody logs in as another one. */
const mayLogIn = (row: PlannedRow) => row.stored['c']?.['active'] === true || plannedValue(row, 'c', 'active') === true

const hasEnded = ({ stored: { c: stored = {} }, columns: { c = {} } }: PlannedRow) =>
  stored['active'] === true && c['active'] === false

/**
 * Makes contacts active that an earlier full set lacked and this one names. One whose customer was lacking waits for a
 * set of customers that names it, or goes to another customer of this folder. One whose row says `active` itself is
 * closed by its row from then on.
 */
async function reopenNamed(trx: Db, { providerId, isFullSet, customers, rows }: RowsToWrite): Promise<void> {
  const leftOut = rows.filter(({ stored: { c: stored = {} } }) => (stored['left_out'] ?? null) !== null)
  const closed = leftOut.filter(({ values }) => values.get('active') === false)
  const numbers = closed.map((row) => Number(row.stored['c']?.['contact_id']))
  if (closed.length > 0) await endLeftOut(trx, providerId, numbers)
  // Rows that are written get all columns of their batch, as they were stored.
  for (const row of closed) setColumn(row, { alias: 'c', column: 'left_out' }, null)
  if (!isFullSet) return
  for (const row of leftOut) {
    const { c: stored = {} } = row.stored
    const isNamed = stored['left_out'] === 'contact' || (customers !== undefined && isMove(row))
    if (isNamed && (stored['locked_at'] ?? null) === null && !row.values.has('active'))
      setMember(row, 'active', { alias: 'c', column: 'active', value: true }, { old: false, new: true })
  }
}

/** Keeps contacts closed, or closes those that move, whose customer the full set leaves out. */
async function closeLeftOut(trx: Db, batch: RowsToWrite): Promise<void> {
  const opened = batch.rows.filter(
    (row) => plannedValue(row, 'c', 'active') === true && (row.stored['c']?.['active'] !== true || isMove(row))
  )
  const customerOf = (row: ImportedRow) => Number(plannedValue(row, 'c', 'customer_id'))
  const leftOut = await findLeftOut(trx, batch, opened.map(customerOf))
  for (const row of opened) {
    if (!leftOut.has(customerOf(row))) continue
    const before = row.stored['c']?.['active']
    if (before === false) leaveMember(row, 'active')
    else {
      setMember(row, 'active', { alias: 'c', column: 'active', value: false }, { old: true, new: false })
      setColumn(row, { alias: 'c', column: 'left_out' }, 'customer')
    }
    noteConflict(row, 'active', customerLeftOut)
  }
}

/** Finds the logins that go to another customer with their rows. Their rights are those of before the move. */
async function findMoves(trx: Db, providerId: number, rows: readonly ImportedRow[]) {
  const moved = new Map(rows.filter(mayLogIn).map((row) => [Number(row.stored['c']?.['contact_id']), row]))
  const rights = moved.size === 0 ? [] : await readRights(trx, providerId, [...moved.keys()])
  return rights.flatMap(({ contactId, webshopRights }) => {
    const row = moved.get(contactId)
    if (!row || webshopRights === Right.none) return []
    const { active, customer_id: from } = row.stored['c'] ?? {}
    const isAdmin = webshopRights === Right.admin
    const losesAdmin = isAdmin && active === true
    const getsAdmin = isAdmin && plannedValue(row, 'c', 'active') === true
    const to = plannedValue(row, 'c', 'customer_id')
    return [{ row, moved: contactId, from: losesAdmin ? Number(from) : null, to: getsAdmin ? Number(to) : null }]
  })
}

/**
 * Applies the consequences of changed customers and active flags, and raises the versions of the persons' other rows, for open forms.
 */
async function applyChanges(
  trx: Db,
  { providerId, noteMove }: RowsToWrite,
  rows: readonly ImportedRow[]
): Promise<void> {
  const contactsOf = (some: readonly PlannedRow[]) => some.map(({ stored }) => Number(stored['c']?.['contact_id']))
  const known = rows.filter(({ stored }) => stored['c'])
  const moved = known.filter(isMove)
  await applyMove(trx, providerId, {
    active: contactsOf(moved.filter((row) => plannedValue(row, 'c', 'active') === true)),
    ended: contactsOf(moved.filter(hasEnded))
  })
  for (const { row, ...move } of await findMoves(trx, providerId, moved)) noteMove(row, move)
  const stays = known.filter((row) => !isMove(row))
  const isBack = ({ stored: { c: stored = {} }, columns: { c = {} } }: PlannedRow) =>
    stored['active'] === false && c['active'] === true
  await applyActive(trx, providerId, contactsOf(stays.filter(isBack)), true)
  await applyActive(trx, providerId, contactsOf(stays.filter(hasEnded)), false)
  await countVersions(trx, providerId, rows, { contacts: contactsOf(known) })
}

const fields = Object.keys(contactsImport()).map(contactColumn)

const erased =
  'This contact was erased: leave it out of your data. Who comes back is a new contact with another externalId.'
const locked = 'An operator has locked this contact: it stays inactive until shop-user unlock.'

/**
 * Sets the address of lists to that of the person, as in the form: otherwise they would lack it if an ERP has only one
 * for each person.
 */
function followAddresses(rows: readonly ImportedRow[]): void {
  for (const row of rows) {
    const { values, stored, columns } = row
    const [own, before] = [stored['c']?.['display_email'] ?? null, stored['p']?.['email_address'] ?? null]
    const sent = values.get('eMailAddress')
    const isKept = columns['p']?.['email_address'] === undefined && !isSameValue(before, sent ?? null)
    if (sent === undefined || isKept || values.has('displayEmail') || !followsChange(own, before)) continue
    if (isSameValue(own, sent)) continue
    const place = { alias: 'c', column: 'display_email', value: sent }
    setMember(row, 'displayEmail', place, { old: own, new: sent })
  }
}

/** Import of contacts. Contacts that a full set lacks become inactive instead of being deleted. */
export const contactImport = defineImport({
  resource: 'contacts',
  tables: [intoTable('persons', 'p', ['person_id']), intoTable('contacts', 'c', ['contact_id'], { versioned: true })],
  join: { p: 'join persons p on p.provider_id = c.provider_id and p.person_id = c.person_id' },
  members: {
    ...membersOf(fields),
    customer: {
      constraints: { shop_users_login: 'has another contact with the user name of this one.' }
    },
    contactNo: { column: 'c.contact_id', constraints: { contacts_pkey: 'is already the number of another contact.' } },
    personNo: {
      column: 'c.person_id',
      constraints: {
        contacts_provider_id_customer_id_person_id_key: 'is already a contact of this customer.',
        persons_pkey: 'is the number of a company, or of a person whose number was assigned here.'
      }
    },
    active: { initial: true },
    newsletter: { initial: false }
  },
  ruleOf: ({ c = {} }) => ({
    refused: (c['erased_at'] ?? null) === null ? undefined : erased,
    ...((c['locked_at'] ?? null) !== null && { kept: { active: locked } })
  }),
  async write(trx, batch) {
    const { providerId, rows, fresh, hold, store } = batch
    await reopenNamed(trx, batch)
    await closeLeftOut(trx, batch)
    // A contact that goes to another customer and ends there ends at once: with the flag held back it could log in
    // there until the run's end, or for good if the run stops.
    for (const row of rows)
      if (hasEnded(row) && !isMove(row)) hold(row, 'active', Number(row.stored['c']?.['contact_id']))
    followAddresses(rows)
    if (fresh.length > 0) await numberContacts(trx, providerId, fresh)
    const person = (row: PlannedRow) => Number(plannedValue(row, 'c', 'person_id'))
    const self = (row: PlannedRow) => Number(plannedValue(row, 'c', 'contact_id'))
    await keepOfPersons(trx, providerId, rows, { fields, person, self })
    await store((written) => applyChanges(trx, batch, written))
  },
  // A person's change of its own address also changes the contact.
  audit: 'contact',
  changedBy: resourcesOfContact,
  losses: { ofRemoved: 'select c.contact_id as subject', ...accessLoss },
  removal: {
    removable: 'c.active',
    deletable: 'c.active or c.left_out is not null',
    remove: (trx, providerId, gone, isFullSet) =>
      deactivateContacts(trx, providerId, {
        contacts: gone.map((row) => Number(row['contact_id'])),
        leftOut: isFullSet ? 'contact' : null
      })
  }
})
