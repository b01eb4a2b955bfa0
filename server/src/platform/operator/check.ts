import type { Config } from '../config/config.ts'
import type { Db } from '../database/query.ts'

/** `warning`: the server runs, and something in it does not. */
export type Severity = 'fine' | 'warning' | 'failed'

interface Fault {
  readonly severity: Exclude<Severity, 'fine'>
  readonly sentence: string
  /** The remedy, where it is more than that of the check's code. */
  readonly remedy?: string
}

/** The result of a check; a text alone is fine. An OperatorError in its place is a failure. */
export type CheckOutcome = string | Fault

/**
 * Checks by their codes: the names by which monitors know them, never changed. `remedies.json` and
 * `docs/operations/checks.md` say what to do.
 */
export type Checks<Outcome = CheckOutcome> = Readonly<Record<string, (config: Config, db: Db) => Promise<Outcome>>>

/** Checks that need no open database. */
export type Surroundings = Readonly<Record<string, (config: Config) => Promise<CheckOutcome>>>

const faultOf =
  (severity: Fault['severity']) =>
  (sentence: string, more: Pick<Fault, 'remedy'> = {}): Fault => ({ severity, sentence, ...more })

export const warning = faultOf('warning')
export const failed = faultOf('failed')
