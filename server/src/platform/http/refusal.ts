import { type Envelope, failureEnvelope } from '@customer-center/contract/envelope'
import { fillText } from '../lib/fill-text.ts'
import { withoutHashes } from '../lib/hashes.ts'
import texts from './texts.json' with { type: 'json' }

export type RefusalName = keyof typeof texts

interface RefusalText {
  /** HTTP status; 200 for a save that breaks a business rule, which then needs `code`. */
  readonly status: number
  /** RESTReturnCode; the HTTP status if left out. */
  readonly code?: number
  /** Seconds after which another try makes sense. */
  readonly retryAfter?: number
  readonly text: string
}

/** Formats a waiting time for a sentence: in minutes, rounded up. */
function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'einer Minute' : `${minutes} Minuten`
}

/** An expected failure; every other error is a bug. Its German sentence is in texts.json under its name. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalName
  readonly status: number
  readonly retryAfter: number | undefined
  readonly sentence: string
  readonly envelope: Envelope<null>
  /** Further members of the log entry: keys and words of this program, no text that people entered. */
  readonly details: Readonly<Record<string, unknown>>

  /**
   * @param values that replace `{name}` in the sentence
   * @param retryAfter seconds after which the request can succeed; they replace `{wait}`
   * @param details for the log alone
   */
  constructor(
    code: RefusalName,
    values: Readonly<Record<string, string | number>> = {},
    retryAfter?: number,
    details: Readonly<Record<string, unknown>> = {}
  ) {
    super(code)
    const refusal: RefusalText = texts[code]
    this.code = code
    const wait = retryAfter === undefined ? {} : { wait: waitingTime(retryAfter) }
    this.sentence = withoutHashes(fillText(refusal.text, { ...wait, ...values }))
    this.status = refusal.status
    this.details = details
    this.retryAfter = retryAfter ?? refusal.retryAfter
    this.envelope = failureEnvelope(refusal.status, refusal.code ?? refusal.status, [this.sentence])
  }
}
