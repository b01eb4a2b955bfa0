import type { ImportResourceName } from '@customer-center/contract/import/resources'

export const sha256 = 'a'.repeat(64)
const logo = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`

type Row = Readonly<Record<string, unknown>>

/** Rows of each resource, and changes of another run. */
export const resourceRows: Readonly<Record<ImportResourceName, readonly [row: Row, change: Row]>> = {
  provider: [{ name: 'Akademie Nord GmbH', place: 'Kiel', colour: '#0B5563', logo, bank: null }, { place: 'Husum' }],
  fields: [{ form: 'contact', field: 'ASP_ORT', position: 3, required: true }, { description: 'Wohnort' }],
  'possible-values': [{ field: 'ASP_FREIFELD16', key: 'a', value: 'Rot', position: 1 }, { value: 'Blau' }],
  customers: [{ externalId: 'C', lastName: 'Bau GmbH', number: 'B-1', compareField14: 'x' }, { uidNr: 'ATU1' }],
  contacts: [{ externalId: 'P', customer: 'C', lastName: 'Huber', salutation: 0, personNumber: '7' }, { title: 'Dr.' }],
  'former-customers': [
    { contact: 'P', customer: 'C', leftAt: '2026-01-31T12:00:00Z' },
    { leftAt: '2026-02-28T12:00:00.000Z' }
  ],
  'shop-users': [{ contact: 'P', emailAddress: 'huber@bau.example', rights: 3 }, { rights: 1 }],
  'invoice-addresses': [
    { externalId: 'A', customer: 'C', name: 'Bau GmbH', street: 'Ring 1', plz: '1010', place: 'Wien' },
    { salutation: 10 }
  ],
  events: [{ externalId: 'E', caption: 'Statik', fromDate: '2026-03-29', toDate: '2026-03-30' }, { location: 'Linz' }],
  'event-dates': [
    { event: 'E', dayNo: 1, date: '2026-03-29', starts: '09:00', ends: '17:30:00', hours: 7.5 },
    { hours: '7.25' }
  ],
  'event-models': [{ modelId: 'saal', event: null, css: '.a{}\n', svg: '<svg/>', html: '' }, { css: '.b{}' }],
  orders: [
    { externalId: 'O', customer: 'C', registeredAt: '2026-03-29 02:30:00', orderedFrom: 'Huber', orderedBy: 'P' },
    { orderedBy: null }
  ],
  participations: [
    { externalId: 'T', contact: 'P', event: 'E', order: 'O', price: '1249.90' },
    { attended: true, hours: '14.5', state: 'rebooked', rebookedTo: 'E' }
  ],
  documents: [
    { externalId: 'D', kind: 'invoice', customer: 'C', caption: 'Rechnung 1', fileName: 'Rechnung.pdf', sha256 },
    { caption: 'Rechnung' }
  ],
  invoices: [
    {
      externalId: 'I',
      customer: 'C',
      no: 'R-1',
      date: '2026-04-01',
      document: 'D',
      xml: 'D',
      amount: -0.5,
      currency: 'EUR'
    },
    { isPaid: true, dueDate: '2026-04-15' }
  ],
  'webinar-links': [
    { externalId: 'W', customer: 'C', contact: 'P', event: 'E', caption: 'Statik', link: 'https://webinar.example/1' },
    { expiryDate: '2027-01-01' }
  ],
  letters: [{ externalId: 'L', kind: 'participation', event: 'E' }, { event: null }],
  evaluations: [{ externalId: 'V', caption: 'Kosten', template: 'evaluation-costs' }, { caption: 'Alle Kosten' }]
}
