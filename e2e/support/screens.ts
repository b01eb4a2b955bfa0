/** Views that an admin can look at, by their headings; what is not here has no screen. */
export const views = {
  overview: 'Übersicht',
  mydata: 'Meine Daten',
  confirmations: 'Bestätigungen',
  'mydata/contacts': 'Kontakte',
  'mydata/companydata': 'Unternehmen',
  'mydata/invoiceaddress': 'Rechnungsadressen',
  'mydata/userprofile': 'Benutzerprofil',
  scripts: 'Skripte',
  webinars: 'Webinare',
  orders: 'Bestellungen',
  invoices: 'Rechnungen',
  'confirmations/participation': 'Teilnahmebestätigung',
  'confirmations/education': 'Stundennachweis'
}
