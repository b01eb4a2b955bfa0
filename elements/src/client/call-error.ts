import { passwordMustChange } from '@customer-center/contract/session'

/** The failure of a call: no answer in time, no connection, an answer that cannot be parsed, or a refusal. */
export type CallFailure = 'timeout' | 'network' | 'unreadable' | 'refused'

/** A failed call. Screens show `firstError`, else a sentence of their own. */
export class CallError extends Error {
  readonly failure: CallFailure
  /** HTTP status, or the envelope's if the transport's is 200; 0 without an answer. */
  readonly status: number
  /** Status text of a failing HTTP answer, empty under HTTP/2; null if the HTTP status is none or a success. */
  readonly statusText: string | null
  /** Number of the business error, 0 if there is none. */
  readonly restCode: number
  /** The server's German sentences; may be empty. */
  readonly errors: readonly string[]
  /** `Retry-After` of the answer; null without one, and if another origin does not expose it. */
  readonly retryAfter: string | null

  constructor(
    failure: CallFailure,
    {
      status = 0,
      statusText = null,
      restCode = 0,
      errors = [],
      retryAfter = null
    }: Partial<Pick<CallError, 'status' | 'statusText' | 'restCode' | 'errors' | 'retryAfter'>> = {}
  ) {
    super(`Call failed (${failure}, status ${status})`)
    this.name = 'CallError'
    this.failure = failure
    this.status = status
    this.statusText = statusText
    this.restCode = restCode
    this.errors = errors
    this.retryAfter = retryAfter
  }

  get firstError(): string | null {
    return this.errors[0] ?? null
  }
}

/** Returns the first sentence of the server's refusal, else the screen's. */
export function errorSentence(error: unknown, otherwise: string): string {
  return (error instanceof CallError && error.firstError) || otherwise
}

/** Tells whether a generated password must be changed first. With another status the number is a backend's own. */
export function demandsNewPassword({ status, restCode }: CallError): boolean {
  return status === 403 && restCode === passwordMustChange
}
