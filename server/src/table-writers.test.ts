import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** The room that writes each table: other rooms call that room for a change. */
const writers: Readonly<Record<string, string>> = {
  shop_users: 'people',
  sessions: 'account',
  login_marks: 'account',
  logins: 'account',
  login_attempts: 'account',
  password_mails: 'people',
  email_changes: 'people',
  contact_access: 'account',
  bounces: 'mails',
  mail_limits: 'platform/limits',
  persons: 'people',
  customers: 'people',
  contacts: 'people',
  former_customers: 'people',
  invoice_addresses: 'people',
  field_descriptors: 'people',
  possible_values: 'people',
  providers: 'company',
  events: 'bookings',
  event_dates: 'bookings',
  event_models: 'bookings',
  orders: 'bookings',
  participations: 'bookings',
  documents: 'bookings',
  stored_files: 'bookings',
  file_names: 'bookings',
  invoices: 'bookings',
  webinar_links: 'bookings',
  letters: 'confirmations',
  evaluations: 'confirmations',
  provider_keys: 'provider-api',
  webhooks: 'provider-api',
  server_functions: 'confirmations',
  issued_letters: 'confirmations',
  signing_keys: 'confirmations',
  import_runs: 'records/importing',
  import_refusals: 'records/importing',
  import_keys: 'records/importing',
  customer_changes: 'records/importing',
  operator_events: 'platform/operator',
  audit_entries: 'records/rows',
  idempotency_keys: 'records/saving'
}

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Tests fill every table; migrations and triggers are the schema's. */
const isProduct = (path: string) =>
  path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('platform/database/migrations/')

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(isProduct)
  .map((path) => ({ path, text: readFileSync(folder + path, 'utf8') }))

// An import's definition names its tables by `intoTable`, a save by `rowIn`, what is erased of a person by
// `personalDataOf`, what is deleted by age by `expiringTable`.
const statements = ['insert into', 'update', 'delete from']
const functions = ['insertInto', 'updateTable', 'intoTable', 'rowIn', 'personalDataOf', 'expiringTable']
const write = new RegExp(`\\b(?:(${statements.join('|')})\\s+|(${functions.join('|')})\\(\\s*')(\\w+)`, 'g')
const roomOf = (path: string) =>
  path
    .split('/')
    .slice(0, /^(?:platform|records)\//.test(path) ? 2 : 1)
    .join('/')

test('each table is written by one room', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(write)].map(([, statement, call, table = '']) => ({
      way: statement ?? call,
      table,
      path,
      room: roomOf(path)
    }))
  )
  const tables = found.filter(({ table }) => Object.hasOwn(writers, table))
  // A login hashes an imported password anew, in every table that has its hash.
  // The mail of an access notes its state in columns of its own, beside those of the login.
  const exceptions = ['account/session/login.repository.ts', 'people/mail/password-mail/access-state.repository.ts']
  const others = tables.filter(({ table, room, path }) => room !== writers[table] && !exceptions.includes(path))
  expect(others).toEqual([])
  // A function that has another name now would hide its tables from this test.
  expect(new Set(tables.map(({ way }) => way))).toEqual(new Set([...statements, ...functions]))
  expect(new Set(tables.map(({ table }) => table))).toEqual(new Set(Object.keys(writers)))
})

test('what is the same for all nouns reads no table of one, but the company of all rows and its keys', () => {
  const ofNouns = sources
    .filter(({ path }) => path.startsWith('records/'))
    .flatMap(({ text }) => [...text.matchAll(/\b(?:from|join)\s+(\w+)/g)].map(([, table = '']) => table))
    .filter((table) => writers[table]?.startsWith('records/') === false)
  expect(new Set(ofNouns)).toEqual(new Set(['providers', 'provider_keys']))
})

test('no statement takes the name of a table that it writes from a variable, which this test could not read', () => {
  const hidden =
    /(?:insert into|delete from|\bupdate) \$\{|\bdeleteFrom\(|(?:insertInto|updateTable|(?<!function )(?:intoTable|rowIn)|\bexpiringTable)\((?!\s*')/
  // They take them from what this test reads: `intoTable`, `rowIn`, `personalDataOf` and `expiringTable`.
  const deletesOld = 'platform/database/retention.ts'
  const writesImports = 'records/rows/write-rows.ts'
  const writesSaves = 'records/rows/write-row.ts'
  const erases = 'platform/personal-data/person.ts'
  const found = sources.filter(({ text }) => hidden.test(text)).map(({ path }) => path)
  expect(found.toSorted()).toEqual([deletesOld, erases, writesSaves, writesImports])
})
