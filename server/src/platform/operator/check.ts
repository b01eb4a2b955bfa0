import type { Config } from '../config/config.ts'
import type { Db } from '../database/query.ts'

/** `warning`: the server runs, but a part of it does not work. */
export type Severity = 'fine' | 'warning' | 'failed'

interface Fault {
  readonly severity: Exclude<Severity, 'fine'>
  readonly sentence: string
  /** The remedy, if it is more specific than that of the check's code. */
  readonly remedy?: string
}

/** The result of a check; a plain text means success, and a thrown OperatorError means failure. */
export type CheckOutcome = string | Fault

/**
 * Checks by code: the permanent names that monitors use. `remedies.json` and `docs/operations/checks.md` describe the
 * remedies.
 */
export type Checks<Outcome = CheckOutcome> = Readonly<Record<string, (config: Config, db: Db) => Promise<Outcome>>>

/** Checks that need no open database. */
export type Surroundings = Readonly<Record<string, (config: Config) => Promise<CheckOutcome>>>

const faultOf =
  (severity: Fault['severity']) =>
  (sentence: string, more: Pick<Fault, 'remedy'> = {}): Fault => ({ severity, sentence, ...more })

export const warningFault = faultOf('warning')
export const failedFault = faultOf('failed')
