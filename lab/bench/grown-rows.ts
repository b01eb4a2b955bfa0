import type { Pool } from 'pg'

/** The numbers of rows in the tables. */
export interface Growth {
  /** Rows of each of the two largest tables. */
  readonly largest: number
  readonly rest: number
}

const companies = 1000
/** The two tables that grow with every booking and every save. */
const largest: readonly string[] = ['participations', 'audit_entries']
/** Tables of which a company has a few rows, however many customers it has. */
const ofCompany: readonly string[] = ['providers', 'provider_keys', 'webhooks']
/** Tables of the installation. */
const left = ['log_keys', 'migrations', 'operator_events', 'outgoing', 'signing_keys']

// The n-th person: of the first company with a tenth of all rows, or of one of the 999 others.
const person = '(n % people)'
const isFirst = `${person} % 10 = 0`
const key = '(1000000 + n)'
/** The first company's filled rows are of one customer. */
const customer = `(case when ${isFirst} then 1000000 else 1000000 + ${person} / 10 end)`
const event = '(1000000 + n / 20 % people)'
const hash = 'sha256(n::text::bytea)'
const hexHash = `encode(${hash}, 'hex')`
const network = `('10.0.0.0'::inet + n)::cidr`
const future = `now() + interval '1 day'`

/** Values by column, where the type does not tell them. */
const values: Readonly<Record<string, string>> = {
  provider_id: `(case when ${isFirst} then 1 else 2 + ${person} % 999 end)`,
  customer_id: customer,
  contact_id: `(1000000 + ${person})`,
  actor_contact_id: `(1000000 + ${person})`,
  person_id: key,
  event_id: event,
  no: '1',
  order_no: key,
  last_name: `'Viel ' || n`,
  email_address: `'p' || n || '@viel.example'`,
  rights: '2',
  kind: `'none'`,
  sha256: `repeat('0', 64)`,
  date: `date '2020-01-01' + ${person} % 2000`,
  from_date: `date '2020-01-01' + ${person} % 2000`,
  to_date: `date '2020-01-02' + ${person} % 2000`,
  expires_at: future,
  used_until: future,
  display_email: `'p' || n || '@viel.example'`,
  changes: `'{}'`,
  key: 'n::text'
}

/** Values of single columns of a table. */
const ofTable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audit_entries: { action: `'update'`, resource: `'contact'`, key: `'{}'` },
  customers: { customer_id: key, number: `'V' || n`, contact_id: 'null' },
  documents: {
    kind: `(case when n % 2 = 0 then 'invoice' else 'script' end)`,
    customer_id: `(case when n % 2 = 0 then ${customer} end)`,
    event_id: `(case when n % 2 = 1 then ${event} end)`,
    no: '(case when n % 2 = 1 then 1 end)'
  },
  event_dates: { event_id: key, starts: `'09:00'`, ends: `'17:00'`, hours: '7' },
  events: { event_id: key, product_type: '1' },
  evaluations: { interface_id: key },
  field_descriptors: { form: `'contact'`, const_name: 'n::text' },
  file_names: { sha256: hexHash },
  import_refusals: { kind: `'row'` },
  import_runs: { mode: `'upsert'`, format: `'csv'`, resource: `'contacts'` },
  invoice_addresses: { no: key },
  invoices: { document_id: 'null', order_no: 'null', no: `'V-' || n`, is_paid: 'true' },
  issued_letters: { number: `lpad(n::text, 12, '0')`, kind: `'participation'`, key_id: `'none'` },
  jobs: { id: 'gen_random_uuid()', state: `'completed'`, due_at: 'now()', ended_at: 'now()' },
  letters: { kind: `'participation'`, event_id: 'null', no: 'null' },
  login_attempts: { address: network, account: `'p' || n || '@viel.example'` },
  logins: { way: `'password'` },
  orders: { no: key },
  participations: { price: '100', attended: 'true' },
  passkey_challenges: { address: network },
  password_mails: { link_hash: hash },
  persons: { person_id: key },
  possible_values: { field: `'ASP_ORT'` },
  provider_keys: { provider_id: '(2 + n % 999)', scopes: `'{}'` },
  providers: { provider_id: '(2 + n)', email_address: `''` },
  server_functions: { provider_id: `(2 + ${person} % 999)` },
  sessions: { kind: `'access'` },
  stored_files: { sha256: hexHash },
  webhooks: { provider_id: '(2 + n % 999)', sleeping: 'true', txid: `'0'` },
  webinar_links: { event_id: 'null', no: 'null' }
}

/** Tables whose rows the first company lists as a whole: it has as few of them however large the others are. */
const listed: readonly string[] = ['evaluations', 'event_models', 'field_descriptors', 'letters', 'possible_values']

/** Values of columns that are needed, by type. */
const byType: Readonly<Record<string, string>> = {
  int4: key,
  int8: key,
  int2: '1',
  numeric: '1',
  text: 'n::text',
  bool: 'false',
  bytea: hash,
  uuid: 'gen_random_uuid()',
  timestamptz: 'now()',
  timestamp: 'now()',
  date: 'current_date',
  jsonb: `'{}'`,
  json: `'{}'`,
  _text: `'{}'`,
  xid8: `'0'`
}

interface Column {
  readonly name: string
  readonly type: string
  readonly isNeeded: boolean
  readonly hasDefault: boolean
}

interface FilledTable {
  readonly name: string
  readonly columns: readonly Column[]
  /** Definitions of the indexes that no constraint has. */
  readonly indexes: readonly { readonly name: string; readonly definition: string }[]
}

const readTables = `
  select c.relname as name,
    (select json_agg(json_build_object('name', attname, 'type', typname, 'isNeeded', attnotnull, 'hasDefault', atthasdef))
     from pg_attribute join pg_type on pg_type.oid = atttypid
     where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '') as columns,
    (select coalesce(json_agg(json_build_object('name', indexrelid::regclass, 'definition', pg_get_indexdef(indexrelid))), '[]')
     from pg_index where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid)) as indexes
  from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`

/** Returns a column's value; none where its default or null is as good. */
function valueOf(table: string, { name, type, isNeeded, hasDefault }: Column): string | undefined {
  const value = ofTable[table]?.[name]
  if (value !== undefined || hasDefault) return value
  if (listed.includes(table) && name === 'provider_id') return `(2 + ${person} % 999)`
  return values[name] ?? (isNeeded ? byType[type] : undefined)
}

/**
 * Fills each table of the database by PostgreSQL itself, without checks of foreign keys; a table that is new in the
 * schema is filled by the types of its columns.
 */
export async function fillTables(pool: Pool, { largest: most, rest }: Growth): Promise<void> {
  const { rows: tables } = await pool.query<FilledTable>(readTables)
  const client = await pool.connect()
  try {
    await client.query(
      `set statement_timeout = 0; set session_replication_role = replica; set maintenance_work_mem = '1GB'`
    )
    for (const { name, columns, indexes } of tables) {
      if (left.includes(name)) continue
      const count = largest.includes(name) ? most : ofCompany.includes(name) ? companies - 1 : rest
      const filled = columns.flatMap((column) => {
        const value = valueOf(name, column)
        return value === undefined ? [] : [[column.name, value] as const]
      })
      for (const index of indexes) await client.query(`drop index ${index.name}`)
      await client.query(
        `insert into ${name} (${filled.map(([column]) => column).join(', ')})
           select ${filled.map(([, value]) => value).join(', ')}
           from generate_series(0, ${count - 1}) n, (values (${rest})) as all_people (people)`
      )
      for (const { definition } of indexes) await client.query(definition)
      await client.query(`vacuum (analyze) ${name}`)
    }
    await client.query('checkpoint')
  } finally {
    // Its settings are for no other.
    client.release(true)
  }
}
