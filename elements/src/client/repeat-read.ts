import { sleep } from '../lib/timers.ts'
import type { CallError } from './call-error.ts'

/** Limit of the time that the server may ask for, in seconds; a person would not watch a skeleton for longer. */
const maxSeconds = 5

export interface RepeatOptions {
  signal?: AbortSignal | undefined
  /** Maximum number of repeats of a read, 2 by default; 0 if the caller itself makes it again. */
  repeats?: number
  /** Resolves when a read may be repeated, or rejects because it must not be. */
  ready?: () => Promise<void>
}

/**
 * Makes a read again that was refused for the moment, as by a proxy whose server restarts. Throws the failure if the
 * answer does not say when, or names a time that is too late. `docs/decisions/0132-repeated-reads.md`
 */
export async function repeatRead<Options extends RepeatOptions, Data>(
  failure: CallError,
  options: Options,
  again: (options: Options) => Promise<Data>
): Promise<Data> {
  const { repeats = 2, signal, ready } = options
  const seconds = secondsOf(failure)
  if (repeats === 0 || !(seconds <= maxSeconds)) throw failure
  // By chance, so that pages that were refused together do not come back together.
  await sleep(seconds * 1000 * (1 + Math.random() / 2), signal)
  await ready?.()
  // A prefetched response can be read only once.
  return again({ ...options, prefetched: null, repeats: repeats - 1 })
}

/** Returns when a call makes sense again that was refused for the moment; null if the answer does not say. */
export const retryAfterOf = ({ status, retryAfter }: CallError): string | null =>
  status === 429 || status === 503 ? retryAfter : null

/** Returns the time of `Retry-After` (RFC 9110, section 10.2.3), at least a second; NaN if there is none. */
function secondsOf(failure: CallError): number {
  const given = retryAfterOf(failure) ?? ''
  if (/^\d+$/.test(given)) return Math.max(1, Number(given))
  // Date.parse takes other texts for dates, such as '-1'.
  return Math.max(1, given.endsWith(' GMT') ? (Date.parse(given) - Date.now()) / 1000 : Number.NaN)
}
