import { saveContact } from '@customer-center/contract/contact'
import { saveCustomer } from '@customer-center/contract/customer'
import { getDocument } from '@customer-center/contract/document'
import type { Endpoint } from '@customer-center/contract/endpoint'
import { versionCode } from '@customer-center/contract/field-codes'
import { listInvoices } from '@customer-center/contract/invoice'
import { listInvoiceAddresses, saveInvoiceAddress } from '@customer-center/contract/invoice-address'
import { listOrders } from '@customer-center/contract/order'
import { getAsyncResult, jobFields, startFunction } from '@customer-center/contract/server-function'
import { getToken, revokeToken } from '@customer-center/contract/session'
import { getCurrentShopUser, saveShopUser } from '@customer-center/contract/shop-user'
import { CallError } from '../client/call-error.ts'
import { rowOf, rowsOf } from '../client/rows.ts'
import type { RowChanges } from '../client/saved-row.ts'
import type { AnsweredCall, FieldMap } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { changeContact, contact, contactFieldMap, keysOf } from '../data/contact.ts'
import { changeCustomer, customer, customerFieldMap } from '../data/customer.ts'
import { asDocument } from '../data/document.ts'
import { changeInvoiceAddress, invoiceAddressFieldMap, loadInvoiceAddress } from '../data/invoice-address.ts'
import { invoiceFieldMap } from '../data/invoice.ts'
import { participationLetterNo, participationParameter } from '../data/letter.ts'
import { mayCall } from '../data/rights.ts'
import type { RowValues } from '../data/row-values.ts'
import { pollFile, startServerFunction } from '../data/server-function.ts'
import { changeCurrentShopUser, currentShopUser } from '../data/shop-user.ts'
import type { BackendCheck } from './backend-check.ts'
import { codeOf } from './compare-answers.ts'
import { shortValue } from './finding.ts'
import { failureFinding } from './judge-envelope.ts'
import type { Credentials } from './log-in.ts'
import type { ReadRows } from './read-calls.ts'

/** A row of a kind that people save. */
interface SavedKind {
  readonly call: AnsweredCall
  readonly map: FieldMap
  /** Fields that may be changed for a moment. */
  readonly names: readonly string[]
  readonly load: (app: AppContext) => Promise<RowValues>
  readonly save: (app: AppContext, changes: RowChanges, row: RowValues) => Promise<unknown>
}

/** Texts of which no rule asks for a form, those first that few people see. */
const changeable = ['additionalName', 'name2', 'jobtitle', 'title', 'name1', 'street', 'place', 'firstName', 'lastName']

/**
 * Saves each kind of row and puts it back, makes a document, and tries what must be refused.
 *
 * @param left has a sentence for everything that is changed for the moment, and in the end for what stays so
 * @param stop ends the run before the next part, when the row of this one is put back
 */
export async function writeCalls(
  check: BackendCheck,
  rows: NonNullable<ReadRows>,
  credentials: Credentials | null,
  left: string[],
  stop?: AbortSignal
): Promise<void> {
  const parts: readonly (readonly [AnsweredCall, () => Promise<void>])[] = [
    [getDocument, () => tryRefusals(check, rows)],
    ...savedKinds(check, rows).map((kind) => [kind.call, () => saveAndPutBack(check, kind, left)] as const),
    [startFunction, () => makeDocument(check, rows)],
    // At last, for backends where a login ends the session before it.
    [getToken, () => tryTokens(check, credentials)]
  ]
  for (const [call, part] of parts) {
    if (stop?.aborted) return
    await check.attempt(call, part)
  }
}

/** Makes a request that should be refused; null where it was not. */
const refusalOf = (request: Promise<unknown>): Promise<CallError | null> =>
  request.then(
    () => null,
    (error: unknown) => {
      if (error instanceof CallError) return error
      throw error
    }
  )

async function tryTokens(check: BackendCheck, credentials: Credentials | null) {
  const tryToken = async (call: AnsweredCall, token: string) => {
    const error = await refusalOf(check.request(getCurrentShopUser, {}, token))
    if (!error) check.fault(call, 'token-lives', 'HTTP status', '200')
    else if (error.status !== 401) check.fault(call, 'not-401', 'HTTP status', String(error.status))
  }
  await tryToken(getCurrentShopUser, 'customer-center-check')
  if (!credentials) return check.skip(revokeToken, 'a token that was given is not ended')
  const { appKey, defaultLanguage: clientLocale } = check.config
  const form = { ...credentials, appKey, clientLocale }
  const wrong = { ...form, userName: 'customer-center-check@example.invalid', password: crypto.randomUUID() }
  const error = await refusalOf(check.request(getToken, { body: wrong }, null))
  if (error?.status !== 401) check.fault(getToken, 'login-not-refused', 'HTTP status', String(error?.status ?? 200))
  else if (error.errors.length === 0) check.fault(getToken, 'no-sentence', 'Errors', 'nothing')
  const before = check.answers.length
  let token = ''
  const refused = await refusalOf(
    check.request(getToken, { body: form }, null).then(({ access_token: given }) => void (token = given))
  )
  if (refused) {
    check.note(getToken, failureFinding(refused, check.answers.at(before)))
    return check.skip(revokeToken, 'there was no second login')
  }
  check.note(revokeToken)
  await refusalOf(check.request(revokeToken, {}, token))
  await tryToken(revokeToken, token)
}

async function tryRefusals(check: BackendCheck, { company }: NonNullable<ReadRows>) {
  const { config, profile } = check
  const unknown = 'customer-center-check'
  const asked = { documentKey: unknown, stampNo: '' }
  if (!(await refusalOf(check.request(getDocument, { as: asDocument, fields: true, query: asked }))))
    check.fault(getDocument, 'unknown-id', 'DOK_DATEN', 'a file for a key that no list has')
  if (!(await refusalOf(check.request(getAsyncResult, { query: { jobId: unknown } }))))
    check.fault(getAsyncResult, 'unknown-id', 'jobId', 'a job that nobody has started')
  const asRows = rowsOf(invoiceFieldMap)
  const closed: readonly Endpoint<undefined, undefined, unknown>[] = [
    listInvoices,
    listOrders,
    listInvoiceAddresses as never
  ]
  for (const call of closed) {
    if (mayCall(call, profile.right, config)) continue
    const rows = await check.request(call, { as: asRows }).catch(() => [])
    if (rows.length > 0) check.fault(call, 'right-not-checked', 'HTTP status', `200 for the right ${profile.right}`)
  }
  if (mayCall(saveCustomer, profile.right, config) || !company) return
  if (!(await refusalOf(changeCustomer(check.quietApp, {}, company))))
    check.fault(saveCustomer, 'right-not-checked', 'HTTP status', `200 for the right ${profile.right}`)
}

function savedKinds(check: BackendCheck, read: NonNullable<ReadRows>): SavedKind[] {
  const { companyFields, person, fields, address } = read
  const { right } = check.profile
  const writable = (form: readonly { name: string; readOnly: boolean }[] | null) =>
    form?.filter(({ readOnly }) => !readOnly).map(({ name }) => name) ?? []
  const kinds: SavedKind[] = [
    {
      call: saveCustomer,
      map: customerFieldMap,
      names: writable(companyFields),
      load: (app) => queried(customer(app, companyFields ?? []), app),
      save: changeCustomer
    },
    {
      call: saveShopUser,
      map: { noun: 'webshop-user', fields: {} },
      names: [],
      load: (app) => queried(currentShopUser(app), app),
      save: changeCurrentShopUser
    }
  ]
  if (person)
    kinds.push({
      call: saveContact,
      map: contactFieldMap,
      names: writable(fields),
      load: (app) => queried(contact(app, keysOf(person), fields ?? []), app),
      save: (app, changes, row) => changeContact(app, keysOf(person), changes, row)
    })
  if (address)
    kinds.push({
      call: saveInvoiceAddress,
      map: invoiceAddressFieldMap,
      names: ['street'],
      load: (app) => loadInvoiceAddress(app, address.address),
      save: (app, changes, row) => changeInvoiceAddress(app, [], address.address, changes, row)
    })
  return kinds.filter(({ call }) => mayCall(call as typeof saveCustomer, right, check.config))
}

const queried = async <Data>(
  { queryFn }: { readonly queryFn?: ((context: never) => Data | Promise<Data>) | undefined },
  { signal }: AppContext
): Promise<Data> => queryFn!({ signal } as never)

/** Returns another text that is no longer than the field may be. */
function otherText(text: string, max = 0): string {
  const added = (word: string) => `${max > 0 ? text.slice(0, Math.max(0, max - word.length - 1)) : text} ${word}`.trim()
  return added('Test') === text ? added('Probe') : added('Test')
}

/** Saves a row with another text and, if it can be told from it, with a stale version, and puts it back. */
async function saveAndPutBack(check: BackendCheck, kind: SavedKind, left: string[]): Promise<void> {
  const { call, map, names, load, save } = kind
  const { app, quietApp } = check
  const name = changeable.find((one) => names.includes(one))
  const before = await load(app).catch(() => null)
  if (!before) return
  if (name === undefined) return void (await refusalOf(save(app, {}, before)))
  const was = before.values[name] ?? ''
  const member = codeOf(check, map, name)
  const changed = `${member} by ${call.method} ${call.path}: it was ${shortValue(was, '', 500)}`
  left.push(changed)
  try {
    await judgeSave(check, kind, name, before)
  } finally {
    // A save that was refused may be done all the same.
    const now = await load(quietApp).catch(() => null)
    if (now?.values[name] !== was) await refusalOf(save(app, { [name]: was }, now ?? before))
    const end = await load(quietApp).catch(() => null)
    if (end?.values[name] === was) left.splice(left.indexOf(changed), 1)
  }
}

async function judgeSave(check: BackendCheck, { call, map, load, save }: SavedKind, name: string, before: RowValues) {
  const { app, quietApp } = check
  const changed = otherText(before.values[name] ?? '', map.fields[name]?.max)
  if (await refusalOf(save(app, { [name]: changed }, before))) return
  const after = await load(app).catch(() => null)
  if (after && after.values[name] !== changed)
    check.fault(
      call,
      'not-saved',
      codeOf(check, map, name),
      `${shortValue(changed)} was saved, ${shortValue(after.values[name])} is read`
    )
  if (before.version !== null && after && after.version !== before.version) {
    const stale = await refusalOf(save(quietApp, { [name]: otherText(changed, map.fields[name]?.max) }, before))
    if (stale?.restCode !== 409)
      check.fault(call, 'stale-saved', versionCode, stale ? `RESTReturnCode ${stale.restCode}` : 'a save')
  } else if (before.version !== null) check.fault(call, 'stale-saved', versionCode, 'the same after a save')
}

async function makeDocument(check: BackendCheck, { own, event }: NonNullable<ReadRows>) {
  if (!own || !event) return check.skip(startFunction, 'no event can be confirmed')
  const map = { noun: 'job', fields: jobFields } as const
  try {
    const letterNo = await participationLetterNo(check.app, event)
    const parameter = participationParameter(letterNo, own, event)
    const jobId = await startServerFunction(check.app, { functionName: 'StandardLetter', parameter })
    const { blob, name } = await pollFile(check.app, jobId, 'Bestätigung.pdf')
    if (blob.type !== 'application/pdf') check.fault(getAsyncResult, 'no-pdf', codeOf(check, map, 'fileData'), name)
  } catch (error) {
    // What a call was refused for is noted by it.
    if (!(error instanceof CallError)) {
      const { data } = check.answers.at(-1) ?? {}
      const status = rowOf(map).read(check.config.format, data).status
      check.fault(getAsyncResult, 'job-never-done', codeOf(check, map, 'status'), shortValue(status))
    } else if (error.failure === 'unreadable' && check.answers.at(-1)?.call.path === startFunction.path)
      check.fault(startFunction, 'no-job', codeOf(check, map, 'jobId'), 'nothing')
    else if (error.failure === 'unreadable' && check.answers.at(-1)?.call.path === getAsyncResult.path)
      check.fault(getAsyncResult, 'job-without-file', codeOf(check, map, 'fileData'), 'nothing with status 2')
  }
}
