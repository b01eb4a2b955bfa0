import type { RouteName } from '@customer-center/contract/routes'

/** Screens that exist, by their headings; a route that is not here shows nothing and is not offered. */
export const screens: Partial<Record<RouteName, string>> = {
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

/** Views that an admin can look at. */
export const views = { overview: 'Übersicht', mydata: 'Meine Daten', confirmations: 'Bestätigungen', ...screens }
