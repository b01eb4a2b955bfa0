import type { ImportMap } from '@customer-center/server/map'

/** Debtors as DATEV exports them, and the outgoing invoices of BMD, which name the debtor by the account. */
export default {
  files: [
    {
      name: 'EXTF_Debitoren*.csv',
      encoding: 'win1252',
      // The line of DATEV about the export.
      skip: 1,
      rows: (row) => {
        const account = row['Konto'] ?? ''
        // DATEV has creditors in the same file, from account 70000 on.
        if (Number(account) >= 70_000) return undefined
        const isPerson = row['Adressattyp'] === '1'
        const lastName = isPerson ? row['Name (Adressattyp natürl. Person)'] : row['Name (Adressattyp Unternehmen)']
        const vatNo = row['EU-UStID'] === '' ? '' : `${row['EU-Land']}${row['EU-UStID']}`
        return {
          customers: {
            externalId: account,
            number: account,
            firstName: isPerson ? row['Vorname (Adressattyp natürl. Person)'] : '',
            lastName,
            uidNr: vatNo,
            street: row['Straße'],
            plz: row['Postleitzahl'],
            place: row['Ort'],
            phoneNumber: row['Telefon'],
            emailAddress: row['E-Mail']
          }
        }
      }
    },
    {
      name: 'BMD_Belege*.csv',
      encoding: 'win1252',
      rows: (row) =>
        // Outgoing invoices and credit notes; the other ones are from suppliers.
        ['AR', 'GU'].includes(row['buchsymbol'] ?? '')
          ? {
              invoices: {
                externalId: row['belegnr'],
                customer: row['konto'],
                no: row['belegnr'],
                date: row['belegdatum'],
                amount: row['betrag'],
                currency: 'EUR'
              }
            }
          : undefined
    }
  ]
} satisfies ImportMap
