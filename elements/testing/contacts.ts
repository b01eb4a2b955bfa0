import { fieldDescriptor } from './field-descriptor.ts'

/** The call of the contact list and of one contact. */
export const list = 'GET /api/contact'

/** A contact as a backend sends it. */
export function contact(pvaid: number, firstName: string | null, lastName: string | null, more: object = {}) {
  return {
    ASP_FIRMA: 1,
    ASP_ID: 1001,
    ASP_PVAID: pvaid,
    ASP_KONTAKTFIRMA: 1,
    ASP_KONTAKTID: 50_000 + pvaid,
    ASP_VORNAME: firstName,
    ASP_NACHNAME: lastName,
    ASP_TITEL: null,
    ASP_TITELHINTEN: null,
    ASP_ANZEIGEEMAIL: 'anna@example.at',
    ASP_SHOPRECHTE: 3,
    ASP_AKTIV: true,
    ...more
  }
}

export function manyContacts(count: number) {
  return Array.from({ length: count }, (_, index) =>
    contact(index + 1, `Vorname${index}`, `Nachname${String(index).padStart(4, '0')}`)
  )
}

/** The contact form's field list as a shop sends it. */
export function contactFieldDescriptors() {
  const labels = {
    ASP_ANREDE: 'Anrede',
    ASP_VORNAME: 'Vorname',
    ASP_NACHNAME: 'Nachname',
    ASP_TITEL: 'Titel',
    ASP_TITELHINTEN: 'Titel hinten',
    ASP_BERUFSBEZEICHNUNG: 'Berufsbezeichnung',
    ASP_FREIFELD16: 'Abteilung',
    ASP_FREIFELD17: 'Verpflegung',
    ASP_STRASSE: 'Straße',
    ASP_PLZ: 'PLZ',
    ASP_ORT: 'Ort',
    ASP_EMAIL: 'E-Mail',
    ASP_TELEFON: 'Telefon',
    ASP_TELEFAX: 'Fax',
    ASP_PASSWORT: 'Passwort',
    ASP_SHOPRECHTE: 'Berechtigung',
    ASP_AKTIV: 'Aktiv',
    ASP_NEWSLETTER: 'Newsletter'
  }
  return Object.entries(labels).map(([constName, label]) =>
    fieldDescriptor(constName, label, { requiredField: ['ASP_EMAIL', 'ASP_NACHNAME'].includes(constName) })
  )
}
