import type { Pool } from 'pg'
import { timeZone } from '@customer-center/contract/dates'
import { DatabaseError } from './errors.ts'

/** Settings of a PostgreSQL session, by name and as `pg_settings` writes them. */
export type SessionSettings = Readonly<Record<string, string>>

/**
 * Returns the settings of every session on a PostgreSQL server.
 * @param statementMs after which PostgreSQL ends a statement
 */
export function sessionSettings(statementMs: number): SessionSettings {
  return {
    TimeZone: timeZone,
    DateStyle: 'ISO',
    // Every statement is short: compiling one to machine code takes longer than running it.
    jit: 'off',
    statement_timeout: String(statementMs),
    // If the network cuts off a client, its transaction keeps rows locked until PostgreSQL notices. Each of these
    // timeouts covers one case: between two statements, during a statement, and while data is on its way.
    idle_in_transaction_session_timeout: '5000',
    client_connection_check_interval: '1000',
    tcp_user_timeout: '5000',
    tcp_keepalives_idle: '2',
    tcp_keepalives_interval: '1',
    tcp_keepalives_count: '3'
  }
}

/** Formats the settings for the start of a session, as libpq's `options`. */
export function sessionOptions(settings: SessionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

// Only sessions over TCP have these settings, and behind a pooler they would describe the pooler's connection.
const ofTheNetwork = /^tcp_/

/**
 * Checks that sessions have the requested settings: a pooler drops settings that a client sends at the start of its
 * session.
 * @throws DatabaseError with the commands that set them on the role
 */
export async function checkSession(pool: Pool, settings: SessionSettings): Promise<void> {
  const wanted = Object.entries(settings).filter(([name]) => !ofTheNetwork.test(name))
  const { rows } = await pool.query<{ name: string; setting: string; role: string }>(
    `select name, setting, quote_ident(current_user) as role from pg_settings where name = any($1)`,
    [wanted.map(([name]) => name)]
  )
  const found = new Map(rows.map(({ name, setting }) => [name, setting]))
  const role = rows[0]?.role ?? ''
  const missing = wanted.filter(([name, value]) => found.get(name)?.split(',')[0] !== value)
  if (missing.length === 0) return
  const commands = missing.map(([name, value]) => `ALTER ROLE ${role} SET ${name} = '${value}';`).join(' ')
  throw new DatabaseError(
    `The database's sessions do not have the settings that they were started with, as behind PgBouncer: set them on the role, and restart the pooler: ${commands}`
  )
}
