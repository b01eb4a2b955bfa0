import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Pool } from 'pg'
import { tokenHash } from './floor/session.ts'

const customers = 5000
/** The customer that the bench asks for, in the middle of the tables. */
export const benchCustomer = {
  customerNumber: 'K2500',
  id: 2500,
  pvaid: 2499,
  userName: 'bench@example.at',
  password: 'Bench-2500'
} as const

const events = 2000
const scriptsOfOne = 5

/**
 * Adds contacts and as many documents, written by PostgreSQL itself.
 * @param isAnalysed whether the planner knows them
 */
export async function seedRows(pool: Pool, contacts: number, isAnalysed: boolean): Promise<void> {
  const documents = contacts
  const invoices = documents - events * scriptsOfOne
  const statements = [
    `insert into providers (provider_id, name) values (1, 'Bench')`,
    `insert into persons (provider_id, person_id, last_name) select 1, n, 'Firma ' || n from generate_series(1, ${customers}) n`,
    `insert into persons (provider_id, person_id, first_name, last_name, email_address)
       select 1, 10000 + n, 'Vorname' || n, 'Nachname' || n, 'person' || n || '@example.at' from generate_series(1, ${contacts}) n`,
    `insert into customers (provider_id, customer_id, number) select 1, n, 'K' || n from generate_series(1, ${customers}) n`,
    `insert into contacts (provider_id, contact_id, customer_id, person_id, sequence_number)
       select 1, n, 1 + n % ${customers}, 10000 + n, 1 + n / ${customers} from generate_series(1, ${contacts}) n`,
    `insert into events (provider_id, event_id, no, caption, from_date, to_date, location, product_type, video_on_demand)
       select 1, n, 1, 'Seminar ' || n, date '2025-01-01' + n % 700, date '2025-01-02' + n % 700, 'Wien', 1 + n % 2, n % 2 = 1 from generate_series(1, ${events}) n`,
    `insert into participations (provider_id, participant_id, customer_id, contact_id, event_id, no)
       select 1, n, 1 + n % ${customers}, n, 1 + (n / ${customers} * 7 + n % ${customers}) % ${events}, 1 from generate_series(1, ${contacts / 5}) n`,
    `insert into documents (provider_id, document_id, kind, event_id, no, caption, file_name, storage_key, sha256, size_bytes, position)
       select 1, n, 'script', 1 + n % ${events}, 1, 'Skriptum ' || n, 'skriptum-' || n || '.pdf', 'bench/' || n, repeat('0', 64), 100000, n / ${events} from generate_series(1, ${events * scriptsOfOne}) n`,
    `insert into documents (provider_id, document_id, kind, customer_id, caption, file_name, storage_key, sha256, size_bytes, position)
       select 1, 100000 + n, 'invoice', 1 + n % ${customers}, 'Rechnung ' || n, 'rechnung-' || n || '.pdf', 'bench/r' || n, repeat('0', 64), 100000, 1 from generate_series(1, ${invoices}) n`,
    `insert into invoices (provider_id, control_no, customer_id, no, date, document_id)
       select 1, n, 1 + n % ${customers}, 'R-' || n, date '2024-01-01' + n % 900, 100000 + n from generate_series(1, ${invoices}) n`,
    ...(isAnalysed ? ['vacuum analyze'] : [])
  ]
  for (const statement of statements) await pool.query(statement)
  await pool.query(
    `insert into shop_users (provider_id, contact_id, customer_id, email_address, rights, password_hash)
       select provider_id, contact_id, customer_id, $1, 1, $2 from contacts where provider_id = 1 and customer_id = $3 order by contact_id limit 1`,
    [
      benchCustomer.userName,
      await hash(benchCustomer.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
      benchCustomer.id
    ]
  )
}

/**
 * Opens that many sessions of the same person, without the cost of a password each time. No call puts the end of one
 * off: each was used later than now, and has a user agent. A call with a user agent (of `fetch`, which compares the
 * rows) would store it with the time of the call, and a minute later the floor refuses that session as stale.
 * Returns the tokens.
 */
export async function addSessions(pool: Pool, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await pool.query(
    `insert into sessions (token_hash, kind, family, provider_id, customer_id, contact_id, user_agent, last_used_at, expires_at)
       select hash, 'access', gen_random_uuid(), provider_id, customer_id, contact_id, 'bench', now() + interval '2 hours', now() + interval '2 hours'
       from unnest($1::bytea[]) hash, shop_users where email_address = $2`,
    [tokens.map(tokenHash), benchCustomer.userName]
  )
  return tokens
}
