import { successEnvelope } from '@customer-center/contract/envelope'

const success = (data: unknown) => ({ body: JSON.stringify(successEnvelope(data)) })

/**
 * A backend of another make: texts for numbers and flags, ids, names, dates and numbers of errors of its own, status
 * texts.
 */
const firma = { KND_FIRMA: 'F1', KND_ID: 'K-7', KND_PVAID: 'P-9' }
export const anna = {
  ASP_FIRMA: 'F1',
  ASP_ID: 'K-7',
  ASP_PVAID: 'P-1',
  ASP_KONTAKTFIRMA: 'F1',
  ASP_KONTAKTID: 'A-1',
  ASP_ANREDE: '1',
  X_VORNAME: 'Anna',
  ASP_NACHNAME: 'Huber',
  ASP_SHOPRECHTE: '1',
  ASP_AKTIV: 'true',
  ASP_NEWSLETTER: 'false',
  ASP_FREIFELD16: 'b',
  ASP_SHOPEMAIL: 'anna@example.at',
  ASP_EMAIL: 'anna@example.at',
  ASP_ANZEIGEEMAIL: 'anna@example.at',
  ASP_LAND: 'DE'
}
export const field = (constName: string, fieldDescription: string, requiredField = 'false') => ({
  displayMode: '1',
  constName,
  fieldDescription,
  requiredField,
  readOnly: 'false'
})
const keyFields = [field('KND_ID', 'Kundenschlüssel'), field('KND_PVAID', 'Verbindung')]
const event = {
  VER_BEZEICHNUNG: 'Arbeitsrecht',
  VER_ID: 'E1',
  VER_LFDNR: 'L1',
  VER_TEILNEHMERID: 'T1',
  VER_VON: '02.03.2026',
  VER_BIS: '02.03.2026'
}
const pdf = btoa('%PDF-1.7 a letter')

export const responses = {
  'GET /api/webshopuser/getcurrentwebshopuser': success({ WSU_EMAIL: 'anna@example.at', WSU_RECHTE: '1' }),
  'GET /api/customer': success({
    ...firma,
    KND_NACHNAME: 'Alt GmbH',
    KND_PLZ: 'SW1A',
    KND_LAND: 'GB',
    KND_VERGLEICHSFELD1: '5'
  }),
  'GET /api/webshop/customerfields': success([
    ...keyFields,
    field('KND_NACHNAME', 'Firmenname', 'true'),
    field('KND_PLZ', 'PLZ'),
    field('KND_LAND', 'Land'),
    field('KND_VERGLEICHSFELD1', 'Branche')
  ]),
  'GET /api/webshop/contactfields': success([
    field('ASP_PVAID', 'Verbindung'),
    field('ASP_ANREDE', 'Anrede'),
    field('X_VORNAME', 'Vorname'),
    field('ASP_NACHNAME', 'Nachname', 'true'),
    field('ASP_LAND', 'Land'),
    field('ASP_FREIFELD16', 'Abteilung'),
    field('ASP_EMAIL', 'E-Mail'),
    field('ASP_SHOPRECHTE', 'Berechtigung')
  ]),
  'GET /api/webshop/getPossibleValues': success({
    KND_VERGLEICHSFELD1: { keyvalues: [3, 5], values: ['Handel', 'Bildung'] },
    ASP_FREIFELD16: { keyvalues: ['a', 'b'], values: ['Technik', 'Vertrieb'] }
  }),
  'GET /api/contact': success([anna]),
  'GET /api/address': success([
    {
      ADR_FIRMA: 'F1',
      ADR_ID: 'K-7',
      ADR_LFDNR: 'A1',
      ADR_ANREDE: '10',
      ADR_NAME: 'Alt GmbH',
      ADR_STRASSE: 'Ring 1',
      ADR_PLZ: 1010,
      ADR_ORT: 'Wien'
    }
  ]),
  'GET /api/eventmanager/documentsbysubscriber': success([
    {
      titel: 'Arbeitsrecht',
      eventId: 'E1',
      no: 'L1',
      from: '02.03.2026',
      to: null,
      productType: '2',
      videoOnDemand: 'true',
      scripts: [{ caption: 'Mitschnitt', documentHash: 'h1', fileName: 'm.pdf', fileSize: '2048' }]
    }
  ]),
  'GET /api/eventmanager/webinarlink': success([
    { WEB_BEZEICHNUNG: 'Lohn', WEB_LINK: 'https://example.at/w', WEB_GUELTIGBIS: '01.02.2020', WEB_ISTPDF: 'true' }
  ]),
  'GET /api/eventmanager/ordersbysubscriber': success([
    {
      no: 'B-1',
      date: '2026-03-01T23:30:00Z',
      orderedFrom: 'Anna Huber',
      events: [
        {
          caption: 'Lohn',
          eventId: 'E2',
          no: '1',
          from: '05.03.2026',
          to: '06.03.2026',
          location: 'Wien',
          participants: [{ caption: 'Eva Maier' }]
        }
      ]
    }
  ]),
  'GET /api/eventmanager/invoicebysubscriber': success([
    {
      companyNo: 'F1',
      controlNo: 'C1',
      nummer: 4711,
      date: '03.03.2026',
      documentHash: 'h2',
      amount: 1234.5,
      currency: 'EUR',
      dueDate: '17.03.2026',
      isPaid: 'false'
    }
  ]),
  'GET /api/eventmanager/eventsbysubscriber': success([event]),
  'GET /api/eventmanager/eventsbyparticipant': success([event]),
  'GET /api/eventmanager/letterparticipation': success({ letterNo: '17' }),
  'GET /api/eventmanager/lettertimesheet': success({ letterNo: '18' }),
  'POST /api/function/start': success({ auftrag: 'J-1' }),
  'GET /api/function/getasyncresult': success({ auftrag: 'J-1', status: '2', fileData: pdf }),
  'GET /api/evaluation': success([{ AUS_FIRMA: 'F1', AUS_ID: 'A31', AUS_BEZEICHNUNG: 'Stunden' }])
}

export const config = {
  backend: null,
  passwordMinLength: '8',
  languageInPath: 'false',
  fieldCodes: {
    'contact.firstName': 'X_VORNAME',
    'invoice.no': 'nummer',
    'document-event.caption': 'titel',
    'job.jobId': 'auftrag',
    VERSION: false,
    WSU_TEILNEHMERWECHSEL: false
  },
  routeRights: { 'confirmations/evaluation': ['admin'] }
}
