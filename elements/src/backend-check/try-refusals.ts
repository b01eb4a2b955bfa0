import { listContacts } from '@customer-center/contract/contact'
import { saveCustomer } from '@customer-center/contract/customer'
import { getDocument } from '@customer-center/contract/document'
import { type Endpoint, mayCall } from '@customer-center/contract/endpoint'
import { getEventModel } from '@customer-center/contract/event'
import { versionCode } from '@customer-center/contract/field-codes'
import { listInvoices } from '@customer-center/contract/invoice'
import { listInvoiceAddresses } from '@customer-center/contract/invoice-address'
import { listOrders } from '@customer-center/contract/order'
import { getAsyncResult } from '@customer-center/contract/server-function'
import { getToken, revokeToken, type Token } from '@customer-center/contract/session'
import { getCurrentShopUser, saveShopUser } from '@customer-center/contract/shop-user'
import { CallError } from '../client/call-error.ts'
import { asProfile, readProfile } from '../client/profile.ts'
import { isRow, rowsOf } from '../client/rows.ts'
import type { AnsweredCall } from '../client/wire-format.ts'
import { contactFieldMap } from '../data/contact.ts'
import { changeCustomer } from '../data/customer.ts'
import { asDocument } from '../data/document.ts'
import { loadEventModel } from '../data/event-model.ts'
import { invoiceFieldMap } from '../data/invoice.ts'
import { idQuery } from '../data/row-values.ts'
import { changeCurrentShopUser, currentShopUser } from '../data/shop-user.ts'
import { type BackendCheck, queried } from './backend-check.ts'
import { compareCompany } from './compare-answers.ts'
import { type Credentials, logIn, loginForm, renewal, unknownId, wrongLogin } from './log-in.ts'
import type { ReadRows } from './read-calls.ts'

/** Makes a request that should be refused; null where it was not. */
export const refusalOf = (request: Promise<unknown>): Promise<CallError | null> =>
  request.then(
    () => null,
    (error: unknown) => {
      if (error instanceof CallError) return error
      throw error
    }
  )

/** Tries calls with ids that nobody has or that are another company's, and those that the right does not open. */
export async function tryRefusals(check: BackendCheck, rows: ReadRows) {
  const { config, profile, quietApp } = check
  const { right } = profile
  const asked = { documentKey: unknownId, stampNo: '' }
  if (!(await refusalOf(check.request(getDocument, { as: asDocument, fields: true, query: asked }))))
    check.fault(getDocument, 'unknown-id', 'DOK_DATEN', 'a file for a key that no list has')
  const job = await check.request(getAsyncResult, { query: { jobId: unknownId } }).catch(() => null)
  if (isRow(job) && Object.values(job).some((value) => value !== null))
    check.fault(getAsyncResult, 'unknown-id', 'jobId', 'a job that nobody has started')
  const model = await loadEventModel(quietApp.call, { modelId: unknownId, eventId: '' }, quietApp.signal).catch(
    () => null
  )
  if (model?.svg) check.fault(getEventModel, 'unknown-id', 'MOD_SVG', 'a drawing for a model that nobody has')
  await tryOtherCompanies(check, rows)
  const lists = [listInvoices, listOrders, listInvoiceAddresses] as readonly Endpoint<undefined, undefined, unknown>[]
  for (const call of lists.filter((one) => !mayCall(one, right, config.routeRights))) {
    let found: readonly unknown[] = []
    const read = async () => (found = await check.request(call, { as: rowsOf(invoiceFieldMap) }))
    const error = await refusalOf(read())
    if (found.length > 0) check.fault(call, 'right-not-checked', 'HTTP status', `200 for the right ${right}`)
    if (error?.status === 401) check.fault(call, 'not-403', 'HTTP status', `401 for the right ${right}`)
  }
  if (mayCall(saveCustomer, right, config.routeRights) || !rows.company) return
  if (!(await refusalOf(changeCustomer(quietApp, {}, rows.company))))
    check.fault(saveCustomer, 'right-not-checked', 'HTTP status', `200 for the right ${right}`)
}

/** Asks for contacts by keys beside those that the person sees: they narrow what the token allows, and never widen it. */
async function tryOtherCompanies(check: BackendCheck, { company, people }: ReadRows) {
  const [first] = people
  if (!company || !first) return
  const ids = (name: 'id' | 'pvaid') => people.map((one) => Number(one[name])).filter(Number.isSafeInteger)
  const beside = (name: 'id' | 'pvaid') =>
    ids(name).length > 0 ? [Math.min(...ids(name)) - 1, Math.max(...ids(name)) + 1] : []
  const keys = idQuery({ company: first.company, id: first.id })
  const queries = [
    ...beside('id').map((id) => ({ ...keys, id: String(id) })),
    ...beside('pvaid').map((pvaid) => ({ ...keys, pvaid: String(pvaid) }))
  ]
  for (const query of queries)
    await refusalOf(check.request(listContacts, { as: rowsOf(contactFieldMap), fields: true, query }))
  compareCompany(check, company.wire)
}

/** Tries tokens that are unknown or ended, a wrong login, a renewal, and the own login with a stale version. */
export async function tryTokens(check: BackendCheck, credentials: Credentials | null) {
  const tryToken = async (call: AnsweredCall, token: string) => {
    const error = await refusalOf(check.request(getCurrentShopUser, {}, token))
    if (!error) check.fault(call, 'token-lives', 'HTTP status', '200')
    else if (error.status !== 401) check.fault(call, 'not-401', 'HTTP status', String(error.status))
  }
  await tryToken(getCurrentShopUser, unknownId)
  if (!credentials) return check.skip(revokeToken, 'a token that was given is not ended')
  const login = await logIn(check, credentials)
  if (login?.access_token) {
    const { access_token: token, refresh_token: refresh } = await renewed(check, login)
    check.note(revokeToken)
    await end(check, token)
    await tryToken(revokeToken, token!)
    const again = refresh ? await renewal(check, refresh).catch(() => null) : null
    if (again) check.fault(revokeToken, 'token-lives', 'refresh_token', 'a renewal of a session that has ended')
    for (const left of [again?.access_token, login.access_token]) await end(check, left)
  } else check.skip(revokeToken, 'there was no second login')
  // At last, and once for the person: some backends lock a login after wrong passwords, or let it wait.
  for (const wrong of [wrongLogin(), wrongLogin(credentials.userName)]) {
    const body = loginForm(check, { ...credentials, ...wrong })
    const error = await refusalOf(check.request(getToken, { body }))
    const seen = `${error?.status ?? 200} for a wrong password of ${wrong.userName}`
    if (error?.status === 429) continue
    if (error?.status !== 401) check.fault(getToken, 'login-not-refused', 'HTTP status', seen)
    else if (error.errors.length === 0) check.fault(getToken, 'no-sentence', 'Errors', 'nothing')
  }
}

/** Ends a session that a try has opened. */
async function end(check: BackendCheck, token: string | undefined) {
  if (token) await refusalOf(check.request(revokeToken, {}, token))
}

/** Renews a session as the elements do; returns the one before where that fails, or where the backend renews none. */
async function renewed(check: BackendCheck, login: Partial<Token>): Promise<Partial<Token>> {
  if (!login.refresh_token) return login
  const token = await renewal(check, login.refresh_token).catch(() => null)
  const user = token?.access_token
    ? await check.request(getCurrentShopUser, asProfile, token.access_token).catch(() => null)
    : null
  if (!token || !user) {
    check.fault(getToken, 'not-renewed', 'refreshToken', token?.access_token ? 'a token that is refused' : 'no token')
    await end(check, token?.access_token)
    return login
  }
  const { emailAddress, right } = readProfile(user)
  if (emailAddress !== check.profile.emailAddress || right !== check.profile.right)
    check.fault(getToken, 'other-person', 'refreshToken', `the token of another person, with the right ${right}`)
  return token
}

/**
 * Saves the own login with the version before. It has no text that a run may change, so that the save has the password
 * with which the person is logged in.
 */
export async function tryStaleLogin(check: BackendCheck, credentials: Credentials | null, left: string[]) {
  const { quietApp } = check
  const row = credentials && (await queried(currentShopUser(quietApp), quietApp).catch(() => null))
  const version = Number(row?.version)
  if (!row || row.version === null || !Number.isSafeInteger(version)) return
  const changes = { password: credentials.password ?? '' }
  const stale = { ...row, version: String(version - 1) }
  if (await refusalOf(changeCurrentShopUser(quietApp, changes, stale))) return
  check.fault(saveShopUser, 'stale-saved', versionCode, 'a save')
  left.push(`the password of the login by PUT ${saveShopUser.path}: saved once more, the same`)
}
