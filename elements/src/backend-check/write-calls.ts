import { saveContact } from '@customer-center/contract/contact'
import { saveCustomer } from '@customer-center/contract/customer'
import { type Endpoint, mayCall } from '@customer-center/contract/endpoint'
import { versionCode } from '@customer-center/contract/field-codes'
import { saveInvoiceAddress } from '@customer-center/contract/invoice-address'
import { getAsyncResult, jobFields, startFunction } from '@customer-center/contract/server-function'
import { saveShopUser } from '@customer-center/contract/shop-user'
import { CallError } from '../client/call-error.ts'
import type { RowChanges } from '../client/saved-row.ts'
import type { FieldMap } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { changeContact, contact, contactFieldMap, keysOf } from '../data/contact.ts'
import { changeCustomer, customer, customerFieldMap } from '../data/customer.ts'
import { evaluationParameter } from '../data/evaluation.ts'
import { changeInvoiceAddress, invoiceAddressFieldMap, loadInvoiceAddress } from '../data/invoice-address.ts'
import {
  hourRecordLetterNo,
  hourRecordParameter,
  participationLetterNo,
  participationParameter
} from '../data/letter.ts'
import type { RowValues } from '../data/row-values.ts'
import { type FunctionRequest, pollFile, startServerFunction } from '../data/server-function.ts'
import { changeCurrentShopUser, currentShopUser } from '../data/shop-user.ts'
import { type BackendCheck, nameOf, queried } from './backend-check.ts'
import { shortValue } from './finding.ts'
import type { Credentials } from './log-in.ts'
import type { ReadRows } from './read-calls.ts'
import { refusalOf, tryRefusals, tryStaleLogin, tryTokens } from './try-refusals.ts'

/** A row of a kind that people save. */
interface SavedKind {
  readonly call: Pick<Endpoint<never, never, never>, 'method' | 'path' | 'access'>
  readonly map: FieldMap
  /** The fields of its form. */
  readonly form: readonly { readonly name: string; readonly readOnly: boolean }[] | null
  readonly load: (app: AppContext) => Promise<RowValues>
  readonly save: (app: AppContext, changes: RowChanges, row: RowValues) => Promise<unknown>
}

/** Texts of which no rule asks for a form, those first that few people see. */
const changeable = ['additionalName', 'name2', 'jobtitle', 'title', 'name1', 'street', 'place', 'firstName', 'lastName']

/**
 * Saves each kind of row and puts it back, makes documents, and tries what must be refused.
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
  const kinds = savedKinds(rows).filter(({ call }) => mayCall(call, profile.right, config.routeRights))
  const parts = [
    () => tryRefusals(check, rows),
    ...kinds.map((kind) => () => saveAndPutBack(check, kind, left)),
    ...makeDocuments(check, rows, left),
    // A backend that takes the save may end the session.
    () => tryStaleLogin(check, credentials, left),
    // At last, for backends where a login ends the session before it.
    () => tryTokens(check, credentials)
  ]
  for (const part of parts) if (!stop?.aborted) await check.attempt(part)
}

function savedKinds({ companyFields, person, fields, address }: ReadRows): SavedKind[] {
  const ofCompany: SavedKind = {
    call: saveCustomer,
    map: customerFieldMap,
    form: companyFields,
    load: (app) => queried(customer(app, companyFields ?? []), app),
    save: changeCustomer
  }
  const ofUser: SavedKind = {
    call: saveShopUser,
    map: { noun: 'webshop-user', fields: {} },
    form: null,
    load: (app) => queried(currentShopUser(app), app),
    save: changeCurrentShopUser
  }
  const keys = person && keysOf(person)
  const ofContact: SavedKind | undefined = keys && {
    call: saveContact,
    map: contactFieldMap,
    form: fields,
    load: (app) => queried(contact(app, keys, fields ?? []), app),
    save: (app, changes, row) => changeContact(app, keys, changes, row)
  }
  // The row of the list has more, which no save has.
  const addressKeys = address && { company: address.address.company, id: address.address.id, no: address.address.no }
  const ofAddress: SavedKind | undefined = addressKeys && {
    call: saveInvoiceAddress,
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

/** Returns members that differ, but for blanks around them and missing flags, which databases fill. */
function differing(before: RowValues, { values }: RowValues): string[] {
  const plain = (value = '') => value.trim().replace(/^false$/, '')
  return Object.entries(before.values).flatMap(([name, was]) => (plain(was) === plain(values[name]) ? [] : [name]))
}

/** Saves a row with another text and, if it can be told from it, with a stale version, and puts it back. */
async function saveAndPutBack(check: BackendCheck, kind: SavedKind, left: string[]): Promise<void> {
  const { call, map, form, load, save } = kind
  const { app, quietApp } = check
  const name = changeable.find((one) => form?.some((field) => field.name === one && !field.readOnly))
  const before = await load(app).catch(() => null)
  if (!before) return
  if (name === undefined) return void (await refusalOf(save(app, {}, before)))
  const told = (one: string) =>
    `${check.codeOf(map, one)} by ${nameOf(call)}: it was ${shortValue(before.values[one] ?? '', '', 500)}`
  left.push(told(name))
  try {
    await judgeSave(check, kind, name, before)
  } finally {
    // A save that was refused may be done all the same.
    const now = await load(quietApp).catch(() => null)
    const row = { ...before, version: now?.version ?? before.version }
    if (!now || differing(before, now).length > 0)
      await refusalOf(save(app, { [name]: before.values[name] ?? '' }, row))
    const end = await load(quietApp).catch(() => null)
    left.splice(left.indexOf(told(name)), 1, ...(end ? differing(before, end) : [name]).map(told))
  }
}

async function judgeSave(check: BackendCheck, { call, map, load, save }: SavedKind, name: string, before: RowValues) {
  const { app, quietApp } = check
  const max = map.fields[name]?.max
  const changed = otherText(before.values[name] ?? '', max)
  if (await refusalOf(save(app, { [name]: changed }, before))) return
  const after = await load(app).catch(() => null)
  if (!after) return
  const { [name]: read } = after.values
  const seen = `${shortValue(changed)} was saved, ${shortValue(read)} is read`
  if (read !== changed) check.fault(call, 'not-saved', check.codeOf(map, name), seen)
  for (const other of differing(before, after).filter((one) => one !== name)) {
    const values = [before, after].map((row) => shortValue(row.values[other], other))
    check.fault(call, 'other-member', check.codeOf(map, other), `${values.join(' before, ')} after a save of another`)
  }
  if (before.version === null && check.config.format.codeOf(map, 'version') !== null)
    check.fault(call, 'no-version', versionCode, 'nothing')
  if (before.version === null) return
  if (after.version === before.version) return check.fault(call, 'stale-saved', versionCode, 'the same after a save')
  const stale = await refusalOf(save(quietApp, { [name]: otherText(changed, max) }, before))
  if (stale?.restCode !== 409)
    check.fault(call, 'stale-saved', versionCode, stale ? `RESTReturnCode ${stale.restCode}` : 'a save')
}

/** Lists the jobs that the person may start: a confirmation, an hour record, and the first evaluation that is a job. */
function makeDocuments(check: BackendCheck, { own, event, held, period, offers }: ReadRows, left: string[]) {
  if (!own || !event) return [() => check.skip(startFunction, 'no event can be confirmed')]
  const { app } = check
  const evaluation = offers.find(({ interfaceId }) => Number(interfaceId) !== 0)
  const letter = async () => participationParameter(await participationLetterNo(app, event), own, event)
  const record = async () => hourRecordParameter(app, await hourRecordLetterNo(app), own, held.slice(0, 2), period)
  return [
    () => makeDocument(check, 'StandardLetter', letter, left),
    ...(held.length > 0 ? [() => makeDocument(check, 'TimesheetLetter', record, left)] : []),
    ...(evaluation
      ? [
          () =>
            makeDocument(check, 'Evaluation', () => evaluationParameter(evaluation, own, period.from, period.to), left)
        ]
      : [])
  ]
}

async function makeDocument(
  check: BackendCheck,
  functionName: FunctionRequest['functionName'],
  parameterOf: () => URLSearchParams | Promise<URLSearchParams>,
  left: string[]
) {
  const { app } = check
  const codeOf = (name: string) => check.codeOf({ noun: 'job', fields: jobFields }, name)
  const parameter = await parameterOf()
  const start = () => startServerFunction(app, { functionName, parameter })
  const jobId = await check.attempt(start, ['no-job', codeOf('jobId'), `nothing for ${functionName}`])
  if (jobId === null) return
  left.push(madeDocument(functionName))
  // A backend that keeps jobs is polled by the elements for as long as it works.
  const features = app.config.features.filter((one) => one !== 'jobs')
  const polling = { ...app, config: { ...app.config, features } }
  const poll = () =>
    pollFile(polling, jobId, `${functionName}.pdf`).catch((error: unknown) => {
      if (error instanceof CallError) throw error
      const seen = `no status 2 of ${functionName} within a minute`
      check.fault(getAsyncResult, 'job-never-done', codeOf('status'), seen)
      return null
    })
  const noFile = `nothing with status 2 of ${functionName}`
  const file = await check.attempt(poll, ['job-without-file', codeOf('fileData'), noFile])
  if (file && file.blob.type !== 'application/pdf') check.fault(getAsyncResult, 'no-pdf', codeOf('fileData'), file.name)
}

export const madeDocument = (functionName: string) =>
  `a document by POST ${startFunction.path} with ${functionName}, for as long as the backend keeps it`
