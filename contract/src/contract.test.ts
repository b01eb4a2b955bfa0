import { describe, expect, test } from 'vitest'
import { contactFields } from './contact.ts'
import { customerFields } from './customer.ts'
import { documentFields } from './document.ts'
import { endpoints } from './endpoints.ts'
import { evaluationFields } from './evaluation.ts'
import { eventModelFields, participantEventFields } from './event.ts'
import type { FieldTable } from './field-codes.ts'
import { invoiceAddressFields } from './invoice-address.ts'
import { shopUserFields } from './shop-user.ts'
import { webinarFields } from './webinar.ts'

/** Every call that a backend must answer, with the kind of its body. Written out here, not read from the code. */
const calls = `
POST /getToken form
POST /revokeToken -
GET /getApiVersion -
PUT /webshopuser/setcurrentwebshopuser json
GET /webshopuser/getcurrentwebshopuser -
GET /webshopuser -
PUT /webshopuser json
GET /customer -
PUT /customer json
GET /webshop/getPossibleValues -
GET /webshop/customerfields -
GET /webshop/contactfields -
GET /contact -
POST /contact json
PUT /contact json
GET /address -
PUT /address json
GET /eventmanager/webinarlink -
GET /eventmanager/eventsbysubscriber -
GET /eventmanager/eventsbyparticipant -
GET /eventmanager/ordersbysubscriber -
GET /eventmanager/invoicebysubscriber -
GET /eventmanager/documentsbysubscriber -
GET /eventmanager/lettertimesheet -
GET /eventmanager/letterparticipation -
GET /dms/getdoc -
GET /eventmodel -
POST /function/start json
GET /function/getasyncresult -
GET /evaluation -
GET /evaluation/pdf -`
  .trim()
  .split('\n')

const fields: [string, FieldTable, string][] = [
  [
    'shop user',
    shopUserFields,
    'emailAddress=WSU_EMAIL webshopRights=WSU_RECHTE password=WSU_PASSWORT changeParticipantAllowed=WSU_TEILNEHMERWECHSEL'
  ],
  [
    'customer',
    customerFields,
    `number=KND_NUMMER company=KND_FIRMA id=KND_ID pvaid=KND_PVAID title=KND_TITEL firstName=KND_VORNAME additionalName=KND_ZUSATZNAME
     lastName=KND_NACHNAME postNominalTitle=KND_TITELHINTEN jobtitle=KND_BERUFSBEZEICHNUNG street=KND_STRASSE plz=KND_PLZ place=KND_ORT
     phoneNumber=KND_TELEFON teleFax=KND_TELEFAX emailAddress=KND_EMAIL uidNr=KND_UIDNR homePage=KND_HOMEPAGE compareField1=KND_VERGLEICHSFELD1
     compareField2=KND_VERGLEICHSFELD2 compareField3=KND_VERGLEICHSFELD3 compareField4=KND_VERGLEICHSFELD4 compareField5=KND_VERGLEICHSFELD5
     compareField6=KND_VERGLEICHSFELD6 compareField7=KND_VERGLEICHSFELD7 compareField8=KND_VERGLEICHSFELD8 compareField9=KND_VERGLEICHSFELD9
     compareField10=KND_VERGLEICHSFELD10 compareField11=KND_VERGLEICHSFELD11 compareField12=KND_VERGLEICHSFELD12
     compareField13=KND_VERGLEICHSFELD13 compareField14=KND_VERGLEICHSFELD14 personNumber=KND_PERSONENNUMMER`
  ],
  [
    'contact',
    contactFields,
    `company=ASP_FIRMA id=ASP_ID pvaid=ASP_PVAID contactCompany=ASP_KONTAKTFIRMA contactId=ASP_KONTAKTID sequenceNumber=ASP_LFDNR
     salutation=ASP_ANREDE firstName=ASP_VORNAME lastName=ASP_NACHNAME title=ASP_TITEL postNominalTitle=ASP_TITELHINTEN
     jobtitle=ASP_BERUFSBEZEICHNUNG customField16=ASP_FREIFELD16 customField17=ASP_FREIFELD17 street=ASP_STRASSE plz=ASP_PLZ place=ASP_ORT
     phoneNumber=ASP_TELEFON teleFax=ASP_TELEFAX password=ASP_PASSWORT webshopRights=ASP_SHOPRECHTE shopEmail=ASP_SHOPEMAIL
     active=ASP_AKTIV displayEmail=ASP_ANZEIGEEMAIL newsletter=ASP_NEWSLETTER eMailAddress=ASP_EMAIL`
  ],
  [
    'invoice address',
    invoiceAddressFields,
    `no=ADR_LFDNR type=ADR_ART company=ADR_FIRMA id=ADR_ID salutation=ADR_ANREDE title=ADR_TITEL postNominalTitle=ADR_TITELHINTEN
     name=ADR_NAME name1=ADR_NAME1 name2=ADR_NAME2 street=ADR_STRASSE plz=ADR_PLZ place=ADR_ORT`
  ],
  [
    'webinar',
    webinarFields,
    'caption=WEB_BEZEICHNUNG videolink=WEB_LINK expiryDate=WEB_GUELTIGBIS isPDFLink=WEB_ISTPDF eventId=WEB_VERID start=WEB_BEGINN state=WEB_STATUS colleague=WEB_TEILNEHMER'
  ],
  [
    'event of a participant',
    participantEventFields,
    'caption=VER_BEZEICHNUNG eventId=VER_ID no=VER_LFDNR participantId=VER_TEILNEHMERID from=VER_VON to=VER_BIS'
  ],
  ['document', documentFields, 'responseInfo=DOK_INFO fileData=DOK_DATEN fileName=DOK_NAME'],
  ['event model', eventModelFields, 'css=MOD_CSS svg=MOD_SVG html=MOD_HTML'],
  ['evaluation', evaluationFields, 'companyNo=AUS_FIRMA interfaceId=AUS_ID caption=AUS_BEZEICHNUNG']
]

/**
 * Entities that are sent under plain names: their keys and those that a backend may leave out, by the call
 * that returns them.
 */
const plainNames: Record<string, string> = {
  '/eventmanager/ordersbysubscriber': 'no date orderedFrom events caption eventId from to location participants state',
  '/eventmanager/invoicebysubscriber':
    'companyNo controlNo no date documentHash fileName fileSize amount currency dueDate isPaid iban payee paymentReference documents caption',
  '/eventmanager/documentsbysubscriber':
    'caption eventId no participantId from to location productType videoOnDemand state scripts documentHash dpoId dpdId fileName fileSize',
  '/eventmanager/lettertimesheet': 'letterNo',
  '/webshop/customerfields': 'displayMode constName fieldDescription requiredField readOnly',
  '/webshop/getPossibleValues': 'key value',
  '/function/getasyncresult': 'jobId status fileData',
  '/getToken': 'access_token refresh_token expires_in',
  '/getApiVersion': 'api_version'
}

/** Lists all property names in a schema, at any depth. */
function keysOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const definition = (schema as { _zod?: { def: Record<string, unknown> } })._zod?.def
  if (!definition) return []
  const shape = (definition['shape'] ?? {}) as Record<string, unknown>
  const inner = [definition['element'], definition['innerType'], definition['valueType'], ...Object.values(shape)]
  return [...Object.keys(shape), ...inner.flatMap((value) => keysOf(value, seen))]
}

describe('the contract', () => {
  test('has every call once, and no other that a backend must have', () => {
    const required = endpoints.filter(({ endpoint }) => endpoint.feature === undefined)
    const stated = required.map(({ endpoint }) => `${endpoint.method} ${endpoint.path} ${endpoint.body ?? '-'}`)
    expect(stated.toSorted()).toEqual(calls.toSorted())
  })

  test.each(fields)('has every field with its code: %s', (_resource, table, expected) => {
    const stated = Object.entries(table).map(([name, { code }]) => `${name}=${code}`)
    expect(stated).toEqual(expect.arrayContaining(expected.split(/\s+/)))
  })

  test.each(Object.entries(plainNames))('answers %s with plain names', (path, names) => {
    const schema = endpoints.find(({ endpoint }) => endpoint.path === path)
    expect(keysOf(schema?.data)).toEqual(expect.arrayContaining(names.split(' ')))
  })

  test('names who may call, for every call', () => {
    const open = endpoints.filter(({ endpoint }) => endpoint.access === 'public').map(({ endpoint }) => endpoint.path)
    expect(open.toSorted()).toEqual(['/getApiVersion', '/getToken', '/passkeys/loginoptions', '/passwordreset'])
    const withoutRight = endpoints.filter(
      ({ endpoint }) => Array.isArray(endpoint.access) && endpoint.access.includes('none')
    )
    expect(withoutRight).toEqual([])
  })

  test('opens the calls that belong to one screen with that screen', () => {
    const routed = endpoints.flatMap(({ endpoint: { path, access } }) =>
      typeof access === 'object' && 'route' in access ? [`${path} ${access.route}`] : []
    )
    expect(routed.toSorted()).toEqual([
      '/csv/contacts mydata/contacts',
      '/csv/invoices invoices',
      '/csv/orders orders',
      '/evaluation confirmations/evaluation',
      '/evaluation/pdf confirmations/evaluation',
      '/eventmanager/documentsbysubscriber scripts',
      '/eventmanager/invoicebysubscriber invoices',
      '/eventmanager/invoicemail invoices',
      '/eventmanager/ordersbysubscriber orders',
      '/eventmanager/webinarlink webinars'
    ])
  })
})
