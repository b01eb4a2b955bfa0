/** A call of a load; in its body `%n` becomes a number that no other call has. */
export interface LoadCall {
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Calls at their due times, however late the answers of others are: a server that stands still gets no fewer. */
export interface OpenLoop {
  readonly perSecond: number
  /** Limit of calls without an answer, beyond which a due one is left out: its caller has not come back yet. */
  readonly maxPending?: number
}

/** Connections that each wait for an answer before the next call. */
export interface ClosedLoop {
  readonly connections: number
  /** Number of calls, in place of a time. */
  readonly amount?: number
  /** Pause of a connection, in ms, after each answer or after a refused one. */
  readonly pause?: { readonly ms: number; readonly after: 'answer' | 'refusal' }
}

/** A load for the process of `process.ts`, which takes the calls in turns. */
export interface LoadOrder {
  readonly url: string
  readonly calls: readonly LoadCall[]
  readonly pace: OpenLoop | ClosedLoop
  /** Measured seconds; without them the load lasts until it is stopped. */
  readonly seconds?: number
  /** Seconds before them. */
  readonly warmUp?: number
  /** Addresses of this machine from which the calls come in turns. */
  readonly addresses?: readonly string[]
  /** Text of every answer that counts as one. */
  readonly expected?: string
  /** Number of sockets beside the calls that send a login's head and one letter of its body. */
  readonly slowSockets?: number
}

/** Status of a due call that was not sent, as too many had no answer. */
export const leftOut = 'left out'

/** Number of answers of each status, and of calls without one for each code of their errors. */
export type Statuses = Readonly<Record<string, number>>

export interface LoadResult {
  readonly statuses: Statuses
  /** Successful answers a second. */
  readonly rate: number
  /** Milliseconds from when a call was due to the end of its successful answer. */
  readonly answered: readonly number[]
  /** The same of calls that were refused. */
  readonly refused: readonly number[]
  /** Milliseconds by which the event loop of the load's process was late, at the p99. */
  readonly late: number
  /** Microseconds of that process's CPU for a call. */
  readonly cpu: number
}

/** Makes a call as a person who is logged in. */
export const callAs = (authorization: string, path = '/api/customer'): LoadCall => ({
  path,
  headers: { authorization, 'content-version': '1.0' }
})
