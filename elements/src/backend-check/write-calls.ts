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
 * Saves each kind of row and puts it back, makes a document, and tries what must be refused. Returns a sentence for
 * everything that it has left changed.
 */
export async function writeCalls(
  check: BackendCheck,
  rows: NonNullable<ReadRows>,
  credentials: Credentials | null
): Promise<string[]> {
  await tryTokens(check, credentials)
  await tryRefusals(check, rows)
  const left: string[] = []
  for (const kind of savedKinds(check, rows)) left.push(...(await saveAndPutBack(check, kind)))
  await makeDocument(check, rows)
  return left
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
  const { access_token: token } = await check.request(getToken, { body: form }, null)
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

/** Saves a row with another text and, if it can be told from it, with a stale version, and puts it back. */
async function saveAndPutBack(check: BackendCheck, { call, map, names, load, save }: SavedKind): Promise<string[]> {
  const { app, quietApp } = check
  const name = changeable.find((one) => names.includes(one))
  const before = await load(app).catch(() => null)
  if (!before) return []
  const was = before.values[name ?? ''] ?? ''
  const changed = `${was} Test`.trim()
  const member = name === undefined ? '' : codeOf(check, map, name)
  const saved = await refusalOf(save(app, name === undefined ? {} : { [name]: changed }, before))
  if (saved || name === undefined) return []
  const after = await load(app).catch(() => null)
  if (after && after.values[name] !== changed)
    check.fault(
      call,
      'not-saved',
      member,
      `${shortValue(changed)} was saved, ${shortValue(after.values[name])} is read`
    )
  if (before.version !== null && after && after.version !== before.version) {
    const stale = await refusalOf(save(quietApp, { [name]: `${changed} 2` }, before))
    if (stale?.restCode !== 409)
      check.fault(call, 'stale-saved', versionCode, stale ? `RESTReturnCode ${stale.restCode}` : 'a save')
  } else if (before.version !== null) check.fault(call, 'stale-saved', versionCode, 'the same after a save')
  const now = await load(app).catch(() => before)
  await refusalOf(save(app, { [name]: was }, now))
  const end = await load(quietApp).catch(() => null)
  return end?.values[name] === was ? [] : [`${member} by ${call.method} ${call.path}: it was ${shortValue(was)}`]
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
