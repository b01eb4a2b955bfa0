import { saveContact } from '@customer-center/contract/contact'
import { saveCustomer } from '@customer-center/contract/customer'
import { type Endpoint, mayCall } from '@customer-center/contract/endpoint'
import { versionCode } from '@customer-center/contract/field-codes'
import { saveInvoiceAddress } from '@customer-center/contract/invoice-address'
import { isRouteOpen, type RouteName } from '@customer-center/contract/routes'
import { saveShopUser } from '@customer-center/contract/shop-user'
import type { RowChanges } from '../client/saved-row.ts'
import type { FieldMap } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { changeContact, contact, contactFieldMap, keysOf } from '../data/contact.ts'
import { changeCustomer, customer, customerFieldMap } from '../data/customer.ts'
import { changeInvoiceAddress, invoiceAddressFieldMap, loadInvoiceAddress } from '../data/invoice-address.ts'
import type { RowValues } from '../data/row-values.ts'
import { changeCurrentShopUser, currentShopUser } from '../data/shop-user.ts'
import { type BackendCheck, nameOf, queried } from './backend-check.ts'
import { shortValue } from './finding.ts'
import type { Credentials } from './log-in.ts'
import { makeDocuments } from './make-documents.ts'
import type { ReadRows } from './read-calls.ts'
import { refusalOf, tryRefusals, tryStaleLogin, tryTokens } from './try-refusals.ts'

/** A row of a kind that people save. */
interface SavedKind {
  readonly call: Pick<Endpoint<never, never, never>, 'method' | 'path' | 'access'>
  /** Where people change it; a configuration may show no such screen. */
  readonly screen: RouteName
  readonly map: FieldMap
  /** The fields of its form. */
  readonly form: readonly { readonly name: string; readonly readOnly: boolean }[] | null
  readonly load: (app: AppContext) => Promise<RowValues>
  readonly save: (app: AppContext, changes: RowChanges, row: RowValues) => Promise<unknown>
}

/** Texts of which no rule asks for a form, those first that few people see. */
const changeable = ['additionalName', 'name2', 'jobtitle', 'title', 'name1', 'street', 'place', 'firstName', 'lastName']

/**
 * Saves each kind of row and puts it back, makes documents, and tries calls that must be refused.
 *
 * @param left has a sentence for everything that is changed for the moment, and in the end for what stays so
 * @param stop ends the run before the next part, when the row of this one is put back
 */
export async function writeCalls(
  check: BackendCheck,
  rows: ReadRows,
  credentials: Credentials | null,
  left: string[],
  stop?: AbortSignal
): Promise<void> {
  const { profile, config } = check
  const { right } = profile
  const isOpen = (screen: RouteName) => isRouteOpen(screen, right, config)
  const kinds = savedKinds(rows).filter(
    ({ call, screen }) => isOpen(screen) && mayCall(call, right, config.routeRights)
  )
  const parts = [
    () => tryRefusals(check, rows),
    ...kinds.map((kind) => () => saveAndPutBack(check, kind, left)),
    ...makeDocuments(check, rows, left, stop),
    // A backend that takes the save may end the session.
    ...(isOpen('mydata/userprofile') ? [() => tryStaleLogin(check, credentials, left)] : []),
    // At last, for backends where a login ends the session before it.
    () => tryTokens(check, credentials)
  ]
  for (const part of parts) if (!stop?.aborted) await check.attempt(part)
}

function savedKinds({ companyFields, person, fields, address }: ReadRows): SavedKind[] {
  const ofCompany: SavedKind = {
    call: saveCustomer,
    screen: 'mydata/companydata',
    map: customerFieldMap,
    form: companyFields,
    load: (app) => queried(customer(app, companyFields ?? []), app),
    save: changeCustomer
  }
  const ofUser: SavedKind = {
    call: saveShopUser,
    screen: 'mydata/userprofile',
    map: { noun: 'webshop-user', fields: {} },
    form: null,
    load: (app) => queried(currentShopUser(app), app),
    save: changeCurrentShopUser
  }
  const keys = person && keysOf(person)
  const ofContact: SavedKind | undefined = keys && {
    call: saveContact,
    screen: 'mydata/contacts',
    map: contactFieldMap,
    form: fields,
    load: (app) => queried(contact(app, keys, fields ?? []), app),
    save: (app, changes, row) => changeContact(app, keys, changes, row)
  }
  // The row of the list has more, which no save has.
  const addressKeys = address && { company: address.address.company, id: address.address.id, no: address.address.no }
  const ofAddress: SavedKind | undefined = addressKeys && {
    call: saveInvoiceAddress,
    screen: 'mydata/invoiceaddress',
    map: invoiceAddressFieldMap,
    form: [{ name: 'street', readOnly: false }],
    load: (app) => loadInvoiceAddress(app, addressKeys),
    save: (app, changes, row) => changeInvoiceAddress(app, [], addressKeys, changes, row)
  }
  return [ofCompany, ofUser, ofContact, ofAddress].filter((kind) => kind !== undefined)
}

/** Returns another text that is no longer than the field may be. */
function otherText(text: string, max = 0): string {
  const added = (word: string) => `${max > 0 ? text.slice(0, Math.max(0, max - word.length - 1)) : text} ${word}`.trim()
  return added('Test') === text ? added('Probe') : added('Test')
}

/** Writes a value without differences that backends may make: case, blanks and signs; a missing flag is false. */
const plain = (value = '') =>
  value
    .trim()
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/^false$/, '')
    .replace(/[^\p{L}\p{N}?\uFFFD]+/gu, '')

/** Writes a value as it came, without the blanks with which databases pad it; a missing flag is false. */
const exact = (value = '') => value.trim().replace(/^false$/, '')

/** Returns the members of a save that differ, as `write` writes them. */
const differing = ({ fields }: FieldMap, before: RowValues, { values }: RowValues, write: typeof exact): string[] =>
  Object.entries(before.values).flatMap(([name, was]) =>
    fields[name]?.use !== 'both' || write(was) === write(values[name]) ? [] : [name]
  )

/** Tells whether a member is empty now, or has signs that stand for lost letters. */
const isLost = (was = '', now = '') => now === '' || (/[?\uFFFD]|Ã./u.test(now) && !/[?\uFFFD]|Ã./u.test(was))

/** Saves a row and puts it back: with the first text that no rule of the backend refuses. */
async function saveAndPutBack(check: BackendCheck, kind: SavedKind, left: string[]): Promise<void> {
  const { call, form, load, save } = kind
  const names = changeable.filter((one) => form?.some(({ name, readOnly }) => name === one && !readOnly))
  let rule = ''
  const app = check.appJudging(check.rules((sentence) => (rule = sentence)))
  let before = await load(check.app).catch(() => null)
  if (before && names.length === 0) await refusalOf(save(app, {}, before))
  for (const name of names) {
    rule = ''
    if (before) before = await saveText(check, app, kind, name, before, left)
    if (rule === '' || !before) break
  }
  if (rule !== '') check.fault(call, 'no-save', 'Errors', rule)
}

/**
 * Saves a row with another text and, if it can be told from it, with a stale version, and puts it back. Returns the row
 * as it then is; null if some of it stays changed, or nobody can tell: no other text of such a row is tried.
 */
async function saveText(
  check: BackendCheck,
  app: AppContext,
  kind: SavedKind,
  name: string,
  before: RowValues,
  left: string[]
): Promise<RowValues | null> {
  const { call, map, load, save } = kind
  const { quietApp } = check
  let kept = [name]
  let end: RowValues | null = null
  const told = (one: string) =>
    `${check.codeOf(map, one)} by ${nameOf(call)}: it was ${shortValue(before.values[one] ?? '', '', 500)}`
  left.push(told(name))
  try {
    await judgeSave(check, app, kind, name, before)
  } finally {
    // A save that was refused may be done all the same.
    const now = await load(quietApp).catch(() => null)
    const row = { ...before, version: now?.version ?? before.version }
    // A rule that lets nobody undo what it has taken is a fault.
    if (!now || differing(map, before, now, exact).length > 0)
      await refusalOf(save(check.app, { [name]: before.values[name] ?? '' }, row))
    end = await load(quietApp).catch(() => null)
    if (end) kept = differing(map, before, end, exact)
    left.splice(left.indexOf(told(name)), 1, ...kept.map(told))
  }
  return kept.length > 0 ? null : end
}

async function judgeSave(
  check: BackendCheck,
  app: AppContext,
  { call, map, load, save }: SavedKind,
  name: string,
  before: RowValues
) {
  const { quietApp } = check
  const max = map.fields[name]?.max
  const changed = otherText(before.values[name] ?? '', max)
  if (await refusalOf(save(app, { [name]: changed }, before))) return
  const after = await load(check.app).catch(() => null)
  if (!after) return
  const { [name]: read } = after.values
  const seen = `${shortValue(changed)} was saved, ${shortValue(read)} is read`
  if (plain(read) !== plain(changed)) check.fault(call, 'not-saved', check.codeOf(map, name), seen)
  for (const other of differing(map, before, after, plain).filter((one) => one !== name)) {
    const [was, now] = [before.values[other], after.values[other]]
    const values = `${shortValue(was, other)} before, ${shortValue(now, other)} after a save of another`
    check.fault(call, isLost(was, now) ? 'other-member' : 'other-value', check.codeOf(map, other), values)
  }
  if (before.version === null && check.config.format.codeOf(map, 'version') !== null)
    check.fault(call, 'no-version', versionCode, 'nothing')
  if (before.version === null) return
  if (after.version === before.version) return check.fault(call, 'stale-saved', versionCode, 'the same after a save')
  const stale = await refusalOf(save(quietApp, { [name]: otherText(changed, max) }, before))
  if (stale?.restCode !== 409)
    check.fault(call, 'stale-saved', versionCode, stale ? `RESTReturnCode ${stale.restCode}` : 'a save')
}
