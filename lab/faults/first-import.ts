import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Right } from '@customer-center/contract/rights'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import type { ImportSummary } from '../../server/src/platform/importing/import.ts'
import { type Ended, runProvider } from '../../testing/process.ts'
import { startPostgres } from '../../testing/server/postgres.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import type { BrokenRow } from './broken-rows.ts'
import { type Fault, seeded } from './fault.ts'
import { cellOf, pdfOf } from './provider-files.ts'

const amounts = {
  customers: 3000,
  contacts: 20_000,
  shopUsers: 6000,
  events: 500,
  participations: 60_000,
  invoices: 30_000
} as const
const files = { pdf: 300, xml: 5 } as const
/** Broken rows in a hundred. */
const dirty = 2
/** Contacts in a hundred that are the same persons as contacts of another customer, with other values. */
const shared = 2
/** Share of all rows that may be lost because of another lost row. */
const mostLost = 0.001
const mostLines = 40

type Spoil = (row: BrokenRow) => BrokenRow

const set =
  (name: string, value: string): Spoil =>
  (row) => ({ ...row, [name]: value })

/** Oddities of an ERP in fields on which nothing depends. */
const spoils: Readonly<Record<string, readonly Spoil[]>> = {
  customers: [
    set('emailAddress', 'keine'),
    set('emailAddress', 'a@b.example; c@d.example'),
    set('plz', 'A-1010 Wien'),
    set('phoneNumber', `+43 1 234567 ${'Durchwahl '.repeat(10)}`)
  ],
  contacts: [
    set('eMailAddress', 'siehe Firma'),
    set('salutation', 'Herr'),
    set('newsletter', 'gern'),
    set('plz', '1010 / 1020 Wien')
  ],
  events: [set('toDate', '31.02.2026'), set('productType', 'Präsenz')],
  participations: [set('order', 'B-gibt-es-nicht'), set('hours', 'siehe Plan')],
  invoices: [set('dueDate', 'sofort'), set('document', 'D-gibt-es-nicht')]
}

const day = (n: number): string => new Date(Date.UTC(2020, 0, 1 + (n % 2000))).toISOString().slice(0, 10)
const places = ['Wien', 'Wörgl', 'St. Pölten', 'Güssing'] as const
const xmlOf = (n: number): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><!-- ${n} --></Invoice>`

function rowsOf(sha256s: readonly string[]): Record<string, readonly BrokenRow[]> {
  const rows = (count: number, rowOf: (n: number) => BrokenRow) => Array.from({ length: count }, (_, n) => rowOf(n))
  const contact = (n: number): BrokenRow => ({
    externalId: `P-${n}`,
    customer: `K-${n % amounts.customers}`,
    contactId: 100_000 + n,
    salutation: n % 2,
    firstName: 'Ägidius',
    lastName: `Groß-${n}`,
    street: `Höhe ${n}`,
    plz: '1010',
    phoneNumber: `+43 1 ${n}`,
    eMailAddress: `person${n}@betrieb.example`,
    active: true,
    newsletter: false
  })
  const others = (amounts.contacts * shared) / 100
  const customers = rows(amounts.customers, (n) => ({
    externalId: `K-${n}`,
    number: String(50_000 + n),
    // An ERP has a few customers without a name: they are refused, with the rows that refer to them.
    lastName: n % 1500 === 7 ? '' : `Müßig & Söhne ${n}`,
    street: `Straße ${n}`,
    plz: '1010',
    place: places[n % places.length]!,
    phoneNumber: `+43 1 ${n}`,
    emailAddress: `office@betrieb${n}.example`
  }))
  const contacts = [
    ...rows(amounts.contacts - others, contact),
    ...rows(others, (n) => ({
      ...contact(n * 7),
      externalId: `PZ-${n}`,
      customer: `K-${(n * 7 + 1) % amounts.customers}`,
      phoneNumber: `+43 5 ${n}`,
      eMailAddress: `zweite${n}@betrieb.example`
    }))
  ]
  return {
    customers,
    contacts,
    // Each customer has two admins.
    'shop-users': contacts.slice(0, amounts.shopUsers).map(({ externalId, eMailAddress }) => ({
      contact: String(externalId),
      emailAddress: String(eMailAddress),
      rights: Right.admin
    })),
    events: rows(amounts.events, (n) => ({
      externalId: `V-${n}`,
      caption: `Schulung ${n}`,
      fromDate: day(n),
      toDate: day(n),
      productType: 1
    })),
    participations: rows(amounts.participations, (n) => ({
      externalId: `T-${n}`,
      contact: String(contacts[n % contacts.length]?.['externalId']),
      event: `V-${(Math.floor(n / contacts.length) * 131 + n) % amounts.events}`,
      order: '',
      attended: n % 5 !== 0,
      hours: 7.5,
      price: 1234.5
    })),
    documents: sha256s.map((sha256, n) => ({
      externalId: `D-${n}`,
      kind: 'invoice',
      customer: `K-${n % amounts.customers}`,
      caption: `Rechnung ${n}`,
      fileName: `Rechnung-${n}.${n < files.pdf ? 'pdf' : 'xml'}`,
      sha256,
      addedAt: '2026-01-31T09:00:00Z'
    })),
    invoices: rows(amounts.invoices, (n) => ({
      externalId: `R-${n}`,
      customer: `K-${n % amounts.customers}`,
      no: `2026/${n}`,
      date: day(n),
      document: n < files.pdf ? `D-${n}` : '',
      xml: n >= files.pdf && n < files.pdf + files.xml ? `D-${n}` : '',
      amount: 1234.5,
      currency: 'EUR',
      dueDate: day(n + 14),
      isPaid: n % 2 === 0
    }))
  }
}

/**
 * Writes the files in Windows-1252, with semicolons, German days and numbers, as docs/PROVIDER.md describes.
 * @returns the number of rows
 */
function writeExport(folder: string): number {
  mkdirSync(join(folder, 'files'), { recursive: true })
  const sha256s = Array.from({ length: files.pdf + files.xml }, (_, n) => {
    const bytes = n < files.pdf ? pdfOf(`Rechnung ${n}`) : Buffer.from(xmlOf(n))
    writeFileSync(join(folder, 'files', `${n}.${n < files.pdf ? 'pdf' : 'xml'}`), bytes)
    return createHash('sha256').update(bytes).digest('hex')
  })
  const random = seeded(26)
  let count = 0
  for (const [resource, rows] of Object.entries(rowsOf(sha256s))) {
    const kinds = spoils[resource] ?? []
    const columns = Object.keys(rows[0] ?? {})
    const lines = rows.map((row) => {
      const spoil = random() * 100 < dirty ? kinds[Math.floor(random() * kinds.length)] : undefined
      const spoilt = spoil?.(row) ?? row
      return columns.map((name) => cellOf(spoilt[name] ?? '')).join(';')
    })
    writeFileSync(
      join(folder, `${resource}.csv`),
      Buffer.from([columns.join(';'), ...lines, ''].join('\r\n'), 'latin1')
    )
    count += rows.length
  }
  return count
}

const beginning = [
  ['name', 'Berg Akademie GmbH'],
  ['street', 'Kai 1'],
  ['plz', '1020'],
  ['place', 'Wien'],
  ['signatory', 'Dr. Eva Berg'],
  ['customer', 'Muster GmbH'],
  ['first-name', 'Anna'],
  ['last-name', 'Muster'],
  ['email', 'anna@muster.example']
] as const

/** Runs the built command, as a provider does. */
async function provider(env: Readonly<Record<string, string>>, ...words: string[]): Promise<Ended> {
  const ended = await runProvider(words, env)
  if (ended.code !== 0 && ended.code !== 3) console.log(ended.stderr.split('\n').slice(0, 5).join('\n'))
  return ended
}

interface Imported {
  readonly files: readonly (ImportSummary & {
    readonly reasons: readonly { readonly isReference: boolean; readonly kind: string; readonly count: number }[]
  })[]
}

export const firstImport: Fault = {
  name: 'autovacuum comes every second while a provider’s first files, two rows in a hundred dirty, come into an empty PostgreSQL: tried, imported, and imported again; commands that break off, rows that the second import writes, more than 0.1 % of the rows lost since others were refused, mails to people, and lines beyond 40 of the summary',
  async run() {
    const postgres = await startPostgres(['autovacuum_naptime=1s'])
    const scratch = mkdtempSync(join(tmpdir(), 'customer-center-first-import-'))
    const folder = join(scratch, 'export')
    const rows = writeExport(folder)
    const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'empty')
    const env = {
      DATABASE_URL: databaseUrl,
      DATA_FOLDER: join(scratch, 'data'),
      PUBLIC_URL: 'https://center.example',
      LOG_LEVEL: 'silent'
    }
    // The commands are those at the beginning of docs/PROVIDER.md.
    const begun = await provider(env, 'init', ...beginning.flatMap(([name, value]) => [`--${name}`, value]))
    const checked = await provider(env, 'check')
    const tried = await provider(env, 'import', folder, '--dry-run')
    const first = await provider(env, 'import', folder)
    const again = await provider(env, 'import', folder, '--json')
    console.log(first.stdout)
    const ended =
      [begun].filter(({ code }) => code !== 0).length +
      // The check warns that no mail leaves.
      [checked, tried, first, again].filter(({ code }) => code !== 0 && code !== 3).length
    const { files: imported } = JSON.parse(again.stdout === '' ? '{"files":[]}' : again.stdout) as Imported
    const sum = (of: (file: Imported['files'][number]) => number) => imported.reduce((all, file) => all + of(file), 0)
    const written = sum(({ created, updated, removed }) => created + updated + removed)
    const taken = sum(({ unchanged }) => unchanged)
    const cascaded = sum(({ reasons }) =>
      reasons
        .filter(({ isReference, kind }) => isReference && kind === 'row')
        .reduce((all, { count }) => all + count, 0)
    )
    const after = await openDatabase({ ...readConfig({}), databaseUrl, databasePool: 1 })
    const { rowCount: mails } = await after.pool.query(
      // But for the link that init mails.
      `select from jobs where kind in ('admin-mail', 'collected-mail')`
    )
    await after.close()
    const lines = first.stdout.trimEnd().split('\n').length
    console.log(
      `  ${rows} rows, ${taken} stored, ${cascaded} lost since others were, ${written} written again, ${mails} mails, ${lines} lines`
    )
    await postgres.stop()
    rmSync(scratch, { recursive: true })
    const lost =
      ended + written + (mails ?? 0) + Math.max(0, cascaded - rows * mostLost) + Math.max(0, lines - mostLines)
    return { tried: rows, through: taken, lost: Math.ceil(lost) }
  }
}
