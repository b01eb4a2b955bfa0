import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/query.ts'

/** Logins that would end or get a lower right, and customers that would have no admin any more. */
export interface AccessLoss {
  readonly lowered: number
  readonly logins: number
  /**
   * Customers without an admin, each with a sentence that names them, and the place of the last admin's row: the index
   * of its run, and its line, or 0.
   */
  readonly bereft: readonly { readonly run: number; readonly line: number; readonly sentence: string }[]
  /** Number of customers that have an admin. */
  readonly customers: number
}

/** The access that rows give to contacts. A run takes access away only at its end, once it has counted. */
export interface ImportAccess {
  /** SQL condition for the contacts `a` whose access ends with the removal of a row. */
  readonly ofRemoved: string
  /**
   * Counts the losses.
   * @param lowered SQL that selects `contact` and `place`, which is an array of the run's index and the line
   */
  readonly count: (trx: Db, providerId: number, lowered: RawBuilder<unknown>) => Promise<AccessLoss>
}
