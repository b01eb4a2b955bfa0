export type BrokenRow = Readonly<Record<string, string | number | boolean>>
export type Format = 'csv' | 'ndjson'

/** Breaks a good row, so that an import has to refuse it; a text is a whole line. */
type Break = (row: BrokenRow) => BrokenRow | string

const set =
  (name: string, value: string | number): Break =>
  (row) => ({ ...row, [name]: value })
const long = (length: number): string => 'x'.repeat(length)

const everywhere: readonly Break[] = [set('externalId', ''), set('externalId', long(201))]

const byResource: Readonly<Record<string, readonly Break[]>> = {
  customers: [
    ...everywhere,
    set('lastName', ''),
    set('lastName', long(201)),
    set('plz', long(11)),
    set('place', long(101)),
    set('id', 'zwölf'),
    set('number', long(21))
  ],
  contacts: [
    ...everywhere,
    set('customer', ''),
    set('customer', 'K-gibt-es-nicht'),
    set('salutation', 7),
    set('lastName', ''),
    set('firstName', long(101)),
    set('pvaid', '1,5'),
    set('active', 'vielleicht'),
    set('newsletter', 'gern'),
    set('eMailAddress', long(255))
  ],
  events: [
    ...everywhere,
    set('caption', ''),
    set('fromDate', '31.02.2026'),
    set('toDate', 'übermorgen'),
    set('productType', '1,5'),
    set('videoOnDemand', 'eher nein')
  ],
  'event-dates': [
    set('event', 'V-gibt-es-nicht'),
    set('dayNo', ''),
    set('date', ''),
    set('starts', '25:00'),
    set('ends', 'abends'),
    set('hours', 'viele')
  ],
  participations: [
    ...everywhere,
    set('contact', 'P-gibt-es-nicht'),
    set('event', ''),
    set('hours', 'den ganzen Tag'),
    set('price', '12,345,6'),
    set('attended', '?')
  ],
  documents: [
    ...everywhere,
    set('kind', 'Brief'),
    set('caption', ''),
    set('sha256', 'abc'),
    set('sha256', '0'.repeat(64)),
    set('customer', 'K-gibt-es-nicht')
  ],
  invoices: [
    ...everywhere,
    set('no', long(51)),
    set('date', ''),
    set('dueDate', '2026-13-01'),
    set('amount', 'zwölf Euro'),
    set('currency', 'EURO'),
    set('document', 'D-gibt-es-nicht'),
    set('isPaid', 'zur Hälfte')
  ]
}

const unreadable: Readonly<Record<Format, readonly Break[]>> = {
  csv: [(row) => `${Object.values(row).join(';')};zu viel;und noch mehr`],
  ndjson: [
    (row) => JSON.stringify(row).slice(0, -1),
    () => '[]',
    () => '17',
    (row) => JSON.stringify({ ...row, unbekannt: 1 })
  ]
}

export const brokenRows = (resource: string, format: Format): readonly Break[] => [
  ...(byResource[resource] ?? []),
  ...(resource === 'customers' ? unreadable[format] : [])
]
