/** Settings of a PostgreSQL session, by name and as `pg_settings` writes them. */
export type SessionSettings = Readonly<Record<string, string>>

/**
 * What every session on a PostgreSQL server has.
 * @param statementMs after which PostgreSQL ends a statement
 */
export function sessionSettings(statementMs: number): SessionSettings {
  return {
    TimeZone: 'Europe/Vienna',
    DateStyle: 'ISO',
    // Every statement is short; compiling one to machine code takes longer than any of them runs.
    jit: 'off',
    statement_timeout: String(statementMs),
    // A client that the network cut off keeps the rows of its transaction locked until PostgreSQL knows. Each of these sees one way
    // in which that happens: between two statements, during one, and with an answer or nothing on its way.
    idle_in_transaction_session_timeout: '5000',
    client_connection_check_interval: '1000',
    tcp_user_timeout: '5000',
    tcp_keepalives_idle: '2',
    tcp_keepalives_interval: '1',
    tcp_keepalives_count: '3'
  }
}

/** For the start of a session: what libpq calls `options`. */
export function sessionOptions(settings: SessionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
