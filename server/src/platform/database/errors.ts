import { inspect } from 'node:util'
import { OperatorError } from '../config/operator-error.ts'

/** The database cannot be opened; the message holds no password. */
export class DatabaseError extends OperatorError {
  override readonly name = 'DatabaseError'
}

/** Another process uses the embedded database. */
export class FolderHeldError extends DatabaseError {}

/** Returns the message of any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : inspect(error)
}

/** Returns the code that Node or PostgreSQL gave an error (`ECONNREFUSED`, `28P01` …), or an empty text. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

// Codes of a database that cannot work now: connection lost or refused, shutdown, no resources, deadlock, statement
// timeout, idle transaction, a server that became a standby, disk or internal errors. On a full disk a session fails
// with XX000 instead of 53100.
const away =
  /^(?:08|40|53|57|58|XX)[0-9A-Z]{3}$|^25(?:006|P03|P04)$|^(?:ECONN(?:REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(?:HOST|NET)UNREACH)$/
// pg and its pool give these errors no code.
const awayMessage =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|The database gave no answer in time|The embedded database stopped)/
// Codes of a connection that an operator, a failover or the network has ended, and of a server that no longer takes
// writes.
const lost = /^(?:08[0-9A-Z]{3}|57P0[1-5]|25006|25P03|25P04|ECONNRESET|EPIPE|ETIMEDOUT)$/
const lostMessage = /^(?:Connection terminated(?! due to connection timeout)|Client has encountered a connection error)/

/** Tells whether the database could not work at that moment, so that a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  return away.test(errorCode(error)) || awayMessage.test(errorMessage(error))
}

/** Tells whether the connection that threw this error is unusable: its uncommitted work is lost. */
export function isConnectionLost(error: unknown): boolean {
  return lost.test(errorCode(error)) || lostMessage.test(errorMessage(error))
}

// Classes 22 (data exception) and 23 (integrity constraint) of PostgreSQL: the data are wrong, not the database.
const aboutData = /^2[23]/

/** Tells whether the database refused values rather than the whole statement. */
export const isDataError = (error: unknown): boolean => aboutData.test(errorCode(error))

// Violations of a foreign key, a unique index or an exclusion constraint.
const aboutOtherRow = /^23(?:001|503|505|P01)$/

/** Tells whether another row, which somebody may add or remove at the same moment, caused the refusal of this row. */
export const isRowConflict = (error: unknown): boolean => aboutOtherRow.test(errorCode(error))

/** Message of the error for a statement without an answer. */
export const answerMissing = 'The database gave no answer in time.'

/** Tells whether a statement got no answer in time: nobody knows whether it was executed. */
export function isAnswerMissing(error: unknown): boolean {
  return errorMessage(error) === answerMissing
}

/** Returns the server's address without user, password and parameters, each of which may contain a secret. */
function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${decodeURIComponent(hostname) || 'localhost'}:${port || '5432'}`
}

// Node's errors about a certificate, by OpenSSL's names.
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/

/** Turns an error of the first connection into the sentence that the operator needs. */
export function connectionError(url: string, error: unknown): DatabaseError {
  const place = placeOf(url)
  const code = errorCode(error)
  const reason =
    { '28P01': 'refuses the password or the user', '28000': 'refuses the user', '3D000': 'has no such database' }[
      code
    ] ?? (/^[0-9A-Z]{5}$/.test(code) ? `refuses the connection (${code})` : undefined)
  if (certificate.test(code))
    return new DatabaseError(
      `The database server at ${place} shows a certificate that is not trusted (${code}): check the host of DATABASE_URL and the file of its sslrootcert.`,
      { cause: error }
    )
  if (error instanceof Error && 'syscall' in error && error.syscall === 'open')
    return new DatabaseError(`A file that DATABASE_URL names cannot be read (${error.message}).`, { cause: error })
  if (/unsupported startup parameter/.test(errorMessage(error)))
    return new DatabaseError(
      `The pooler at ${place} refuses how a session is started: PgBouncer needs ignore_startup_parameters = options.`,
      { cause: error }
    )
  // Too many connections, a server that is starting, or no answer within the connection timeout.
  if (/^53|^57P03/.test(code) || /^timeout exceeded|due to connection timeout/.test(errorMessage(error)))
    return new DatabaseError(
      `The database server at ${place} has given no connection${code ? ` (${code})` : ' in time'}: it is busy or starts, or its network is away. Try again later; if it stays so, look at the server and at DATABASE_URL.`,
      { cause: error }
    )
  const sentence = reason
    ? `The database server at ${place} ${reason}`
    : `The database server at ${place} cannot be reached${code ? ` (${code})` : ''}`
  return new DatabaseError(`${sentence}: check DATABASE_URL.`, { cause: error })
}
