import { listContacts } from '@customer-center/contract/contact'
import { getCustomer } from '@customer-center/contract/customer'
import { today } from '@customer-center/contract/dates'
import { getDocument } from '@customer-center/contract/document'
import { getEvaluationPdf } from '@customer-center/contract/evaluation'
import { listContactFields, listCustomerFields } from '@customer-center/contract/field'
import { textField } from '@customer-center/contract/field-codes'
import { getParticipationLetter } from '@customer-center/contract/letter'
import { choiceFields, getPossibleValues, possibleValueFields } from '@customer-center/contract/possible-values'
import { type RouteName, routes } from '@customer-center/contract/routes'
import { getApiVersion } from '@customer-center/contract/session'
import { getCurrentShopUser } from '@customer-center/contract/shop-user'
import { listWebinars } from '@customer-center/contract/webinar'
import { webAddressOf } from '../client/backend-address.ts'
import { asProfile, readProfile } from '../client/profile.ts'
import { isRow, rowOf, rowsOf } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { contact, contactFieldMap, contacts, keysOf } from '../data/contact.ts'
import { customer, customerFieldMap } from '../data/customer.ts'
import { eventDocuments, loadDocument } from '../data/document.ts'
import { evaluationParameter, evaluations, runEvaluation } from '../data/evaluation.ts'
import { type EventModelKeys, loadEventModel } from '../data/event-model.ts'
import { attendedEvents, eventsInPeriod } from '../data/event.ts'
import { contactFormFields, customerFormFields } from '../data/field.ts'
import { invoiceAddresses, loadInvoiceAddress } from '../data/invoice-address.ts'
import { documentsOf, invoices } from '../data/invoice.ts'
import { hourRecordLetterNo, participationLetterNo } from '../data/letter.ts'
import { orders } from '../data/order.ts'
import { participants } from '../data/participant.ts'
import { possibleValues } from '../data/possible-values.ts'
import { webinars } from '../data/webinar.ts'
import { type BackendCheck, queried } from './backend-check.ts'
import {
  compareCompany,
  compareForm,
  compareIds,
  compareParticipants,
  comparePeriod,
  comparePersons,
  dayBefore
} from './compare-answers.ts'
import { shortValue } from './finding.ts'
import { judgeAnswer } from './judge-answer.ts'
import { readFeatures } from './read-features.ts'

const companyData: readonly RouteName[] = ['mydata/companydata']
const people: readonly RouteName[] = ['mydata/contacts']
const addresses: readonly RouteName[] = ['mydata/invoiceaddress']
const participation: readonly RouteName[] = ['confirmations/participation']
const education: readonly RouteName[] = ['confirmations/education']
const evaluation: readonly RouteName[] = ['confirmations/evaluation']

/** Rows that a run has read, for saves. */
export type ReadRows = NonNullable<Awaited<ReturnType<typeof readCalls>>>

/**
 * Reads all calls that the screens of the person make, and compares related rows; null without a person.
 *
 * @param model a drawing, of which no list names any
 */
export async function readCalls(check: BackendCheck, model: EventModelKeys | null = null) {
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
  const readTwice: BackendCheck['query'] = async (...query) => {
    const rows = await check.query(...query)
    const first = check.answers.at(-1)
    if (rows !== null && first && (await check.query(...query)) !== null)
      await check.attempt(() => compareIds(check, first, check.answers.at(-1)!))
    return rows
  }

  const companyFields = await check.query(companyData, customerFormFields)
  await check.query([...companyData, ...people], possibleValues)
  await check.attempt(() => judgeChoices(check))
  const company = await check.query([...companyData, 'webinars'], (app) => customer(app, companyFields ?? []))
  if (companyFields && company)
    await check.attempt(() => compareForm(check, listCustomerFields, getCustomer, customerFieldMap, company.wire))

  const listed = (await readTwice(people, contacts)) ?? []
  const [person] = listed
  const fields = await check.query(people, contactFormFields)
  const otherKeys = (member: string) =>
    ['other-keys', member, 'another row or none, asked for one of the list'] as const
  const loadPerson = (app: AppContext) => queried(contact(app, keysOf(person!), fields ?? []), app)
  const row = person && (await check.read(people, loadPerson, otherKeys(check.codeOf(contactFieldMap, 'pvaid'))))
  if (row && fields)
    await check.attempt(() => compareForm(check, listContactFields, listContacts, contactFieldMap, row.wire))
  const [address] = (await readTwice(addresses, invoiceAddresses)) ?? []
  if (address) await check.read(addresses, (app) => loadInvoiceAddress(app, address.address), otherKeys('ADR_LFDNR'))
  const scripts = await readTwice(['scripts'], eventDocuments)
  const bills = await readTwice(['invoices'], invoices)
  const script = scripts?.flatMap((event) => event.scripts).at(0)
  const bill = bills?.flatMap(documentsOf).at(0)
  if (script) await readFile(check, script)
  if (bill) await readFile(check, bill, config.invoiceStampNo)
  if (!script && !bill) check.skip(getDocument, 'no list names a document')
  await readTwice(['orders'], orders)
  for (const { videolink } of (await check.query(['webinars'], webinars)) ?? [])
    if (videolink !== null && !webAddressOf(check.session, videolink))
      check.fault(listWebinars, 'no-link', 'WEB_LINK', shortValue(videolink))
    else if (/^(?:www\.|[\w.-]+\.[a-z]{2,}\/)/i.test(videolink ?? ''))
      check.fault(listWebinars, 'no-scheme', 'WEB_LINK', shortValue(videolink))

  const chosen = await check.query([...participation, ...education], participants)
  const own = chosen?.own
  if (chosen && !own) await check.attempt(() => comparePersons(check))
  // The elements ask for the own contact alone; a backend must not rely on it.
  if (check.profile.right === 'contact')
    await check.request(listContacts, { as: rowsOf(contactFieldMap), fields: true }).catch(() => [])
  await check.attempt(() => compareCompany(check, company?.wire))
  const attended = (await readTwice(participation, (app) => attendedEvents(app, own))) ?? []
  const [event] = attended
  // Somebody may be a contact of several customers, under one number of the person.
  const colleague = chosen?.list.find(({ keys }) => keys.contactId !== own?.keys.contactId)
  if (own && colleague)
    await check.attempt(async () =>
      compareParticipants(check, attended, await check.query(participation, (app) => attendedEvents(app, colleague)))
    )
  const period = { from: `${Number(today().slice(0, 4)) - 2}-01-01`, to: today() }
  const held = (await check.query(education, (app) => eventsInPeriod(app, own, period.from, period.to))) ?? []
  const before = dayBefore(held)
  if (before)
    await check.attempt(async () =>
      comparePeriod(check, before, await check.query(education, (app) => eventsInPeriod(app, own, before, before)))
    )
  await check.read(education, hourRecordLetterNo)
  if (event) await check.read(participation, (app) => participationLetterNo(app, event))
  else check.skip(getParticipationLetter, 'no event can be confirmed')
  const offers = (await check.query(evaluation, evaluations)) ?? []
  const self = listed.find(({ pvaid }) => pvaid !== null && pvaid === own?.keys.pvaid)
  // The others are jobs, which nothing but a person starts.
  const atOnce = offers.find(({ interfaceId }) => Number(interfaceId) === 0)
  if (atOnce && own) {
    const parameter = evaluationParameter(atOnce, own, period.from, period.to)
    const run = () => check.makeDocument(getEvaluationPdf, (app) => runEvaluation(app, atOnce, parameter))
    await check.attempt(run, ['no-file', 'fileData', 'no file'])
  }
  if (model) await check.read(routes, ({ call, signal }) => loadEventModel(call, model, signal))
  await readFeatures(check, { person, event })
  // A person with the right contact sees no list of contacts.
  const seen = listed.length > 0 ? listed : own ? [own.keys] : []
  // Some backends let nobody change an admin but admins: a save has the own contact where the list has it.
  return {
    company,
    companyFields,
    person: self ?? person,
    people: seen,
    fields,
    row,
    address,
    own,
    event,
    held,
    period,
    offers
  }
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
  const unusable = ['no-file', 'DOK_DATEN', 'no file'] as const
  const file = await check.read(routes, (app) => loadDocument(app, asked), unusable)
  if (file && /\.pdf$/i.test(file.name) && file.blob.type !== 'application/pdf')
    check.fault(getDocument, 'no-pdf', 'DOK_DATEN', file.name)
}
