import { listContacts } from '@customer-center/contract/contact'
import { getCustomer } from '@customer-center/contract/customer'
import { today } from '@customer-center/contract/dates'
import { getDocument, listEventDocuments } from '@customer-center/contract/document'
import { listEvaluations } from '@customer-center/contract/evaluation'
import { listEventsByParticipant, listEventsBySubscriber } from '@customer-center/contract/event'
import { listContactFields, listCustomerFields } from '@customer-center/contract/field'
import { textField } from '@customer-center/contract/field-codes'
import { listInvoices } from '@customer-center/contract/invoice'
import { listInvoiceAddresses } from '@customer-center/contract/invoice-address'
import { getHourRecordLetter, getParticipationLetter } from '@customer-center/contract/letter'
import { listOrders } from '@customer-center/contract/order'
import { choiceFields, getPossibleValues, possibleValueFields } from '@customer-center/contract/possible-values'
import { type RouteName, routes } from '@customer-center/contract/routes'
import { getApiVersion } from '@customer-center/contract/session'
import { getCurrentShopUser } from '@customer-center/contract/shop-user'
import { listWebinars } from '@customer-center/contract/webinar'
import { webAddressOf } from '../client/backend-address.ts'
import { asProfile, readProfile } from '../client/profile.ts'
import { isRow, rowOf } from '../client/rows.ts'
import type { AnsweredCall } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { contact, contactFieldMap, contacts, keysOf } from '../data/contact.ts'
import { customer, customerFieldMap } from '../data/customer.ts'
import { eventDocuments, loadDocument } from '../data/document.ts'
import { evaluations } from '../data/evaluation.ts'
import { attendedEvents, eventsInPeriod } from '../data/event.ts'
import { contactFormFields, customerFormFields } from '../data/field.ts'
import { invoiceAddresses, loadInvoiceAddress } from '../data/invoice-address.ts'
import { documentsOf, invoices } from '../data/invoice.ts'
import { hourRecordLetterNo, participationLetterNo } from '../data/letter.ts'
import { orders } from '../data/order.ts'
import { participants } from '../data/participant.ts'
import { possibleValues } from '../data/possible-values.ts'
import { webinars } from '../data/webinar.ts'
import type { BackendCheck } from './backend-check.ts'
import { codeOf, compareCompany, compareForm, compareIds, comparePersons } from './compare-answers.ts'
import { shortValue } from './finding.ts'
import { judgeAnswer } from './judge-answer.ts'

interface Query<Data> {
  readonly queryFn?: ((context: never) => Data | Promise<Data>) | undefined
}

const companyData: readonly RouteName[] = ['mydata/companydata']
const people: readonly RouteName[] = ['mydata/contacts']
const participation: readonly RouteName[] = ['confirmations/participation']
const education: readonly RouteName[] = ['confirmations/education']

/** What a run has read, for saves. */
export type ReadRows = Awaited<ReturnType<typeof readCalls>>

/** Reads all calls that the screens of the person make, and compares what fits together; null without a person. */
export async function readCalls(check: BackendCheck) {
  const { config } = check
  const version = rowOf({ fields: { api_version: textField('api_version') } })
  if (config.apiVersion === 'server') await check.call(getApiVersion, { as: version } as never).catch(() => null)
  else check.skip(getApiVersion, `the configuration names the version ${config.apiVersion}`)
  const user = await check.call(getCurrentShopUser, asProfile).catch(() => null)
  if (!user) return null
  check.profile = readProfile(user)
  if (check.profile.right === 'none') {
    check.fault(getCurrentShopUser, 'unknown-right', 'WSU_RECHTE', shortValue(user.webshopRights))
    return null
  }
  const read = <Data>(call: AnsweredCall, screens: readonly RouteName[], query: (app: AppContext) => Query<Data>) =>
    check.read(call, screens, async (app) => query(app).queryFn!({ signal: app.signal } as never))
  const readTwice: typeof read = async (call, screens, query) => {
    const rows = await read(call, screens, query)
    if (rows !== null) await check.attempt(call, () => compareIds(check, call, () => read(call, screens, query)))
    return rows
  }

  const companyFields = await read(listCustomerFields, companyData, customerFormFields)
  await read(getPossibleValues, [...companyData, ...people], possibleValues)
  await check.attempt(getPossibleValues, () => judgeChoices(check))
  const company = await read(getCustomer, [...companyData, 'webinars'], (app) => customer(app, companyFields ?? []))
  if (companyFields && company)
    await check.attempt(getCustomer, () =>
      compareForm(check, listCustomerFields, getCustomer, customerFieldMap, company.wire)
    )

  const [person] = (await readTwice(listContacts, people, contacts)) ?? []
  const fields = await read(listContactFields, people, contactFormFields)
  const pvaid = codeOf(check, contactFieldMap, 'pvaid')
  const row =
    person &&
    (await check.read(
      listContacts,
      people,
      async (app) => contact(app, keysOf(person), fields ?? []).queryFn!({ signal: app.signal } as never),
      ['other-keys', pvaid, 'another row or none, asked for the keys of one of the list']
    ))
  if (row && fields)
    await check.attempt(listContacts, () =>
      compareForm(check, listContactFields, listContacts, contactFieldMap, row.wire)
    )
  const [address] = (await readTwice(listInvoiceAddresses, ['mydata/invoiceaddress'], invoiceAddresses)) ?? []
  if (address)
    await check.read(
      listInvoiceAddresses,
      ['mydata/invoiceaddress'],
      (app) => loadInvoiceAddress(app, address.address),
      ['other-keys', 'ADR_LFDNR', 'another row or none, asked for the number of one of the list']
    )
  const scripts = await readTwice(listEventDocuments, ['scripts'], eventDocuments)
  const bills = await readTwice(listInvoices, ['invoices'], invoices)
  const script = scripts?.flatMap((event) => event.scripts).at(0)
  const bill = bills?.flatMap(documentsOf).at(0)
  if (script) await readFile(check, script)
  if (bill) await readFile(check, bill, config.invoiceStampNo)
  if (!script && !bill) check.skip(getDocument, 'no list names a document')
  await readTwice(listOrders, ['orders'], orders)
  for (const { videolink } of (await read(listWebinars, ['webinars'], webinars)) ?? [])
    if (videolink !== null && !webAddressOf({ requestContext: { api: check.api } } as never, videolink))
      check.fault(listWebinars, 'no-link', 'WEB_LINK', shortValue(videolink))

  const chosen = await read(listContacts, [...participation, ...education], participants)
  const own = chosen?.own
  if (chosen && !own) await check.attempt(listContacts, () => comparePersons(check))
  await check.attempt(listContacts, () => compareCompany(check, company?.wire))
  const [event] = (await readTwice(listEventsBySubscriber, participation, (app) => attendedEvents(app, own))) ?? []
  const from = `${Number(today().slice(0, 4)) - 2}-01-01`
  await read(listEventsByParticipant, education, (app) => eventsInPeriod(app, own, from, today()))
  await check.read(getHourRecordLetter, education, hourRecordLetterNo)
  if (event) await check.read(getParticipationLetter, participation, (app) => participationLetterNo(app, event))
  else check.skip(getParticipationLetter, 'no event can be confirmed')
  await read(listEvaluations, ['confirmations/evaluation'], evaluations)
  return { company, companyFields, person, fields, row, address, own, event }
}

/** Judges the lists of choices, which stand in one object. */
function judgeChoices(check: BackendCheck) {
  const { call, data } = check.answers.at(-1) ?? {}
  if (call?.path !== getPossibleValues.path || !isRow(data)) return
  const choices = { noun: 'possible-value', fields: possibleValueFields } as const
  const lists = Object.fromEntries(Object.values(choiceFields).map(({ code }) => [code, choices]))
  const map = { fields: {}, lists }
  check.note(call, ...judgeAnswer({ format: check.config.format, map, isList: false, asked: null }, { _: '', ...data }))
}

interface ListedFile {
  readonly documentHash: string | null
  readonly fileName: string | null
}

async function readFile(check: BackendCheck, { documentHash, fileName }: ListedFile, stampNo = '') {
  const asked = { documentKey: documentHash ?? '', stampNo, names: [fileName] }
  const file = await check.read(getDocument, routes, (app) => loadDocument(app, asked), [
    'no-file',
    'DOK_DATEN',
    'no file'
  ])
  if (file && /\.pdf$/i.test(file.name) && file.blob.type !== 'application/pdf')
    check.fault(getDocument, 'no-pdf', 'DOK_DATEN', file.name)
}
