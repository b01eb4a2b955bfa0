import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/query.ts'

/** A login that goes to another customer with its row. */
export interface Move {
  /** The number by which `losses` counts it once. */
  readonly moved: number
  /** The former customer, if it loses an admin; null if it does not. */
  readonly from: number | null
  /** The new customer, if it gets an admin; null if it does not. */
  readonly to: number | null
}

/** The company of a run, and how much it may take away. */
export interface LossRequest {
  readonly providerId: number
  /** Text with which the external key of each row of the full set begins; other rows stay. */
  readonly prefix?: string | undefined
  /** Share of the stored rows that a full set may remove, and of the logins that may be lowered, from 0 to 1. */
  readonly maxRemoved?: number
}

/** A loss that the report of a run names, with the place of its row: the index of the run, and the line, or 0. */
export interface LossNotice {
  readonly run: number
  readonly line: number
  readonly sentence: string
}

/** Losses by a held member or by the removal of rows. A run applies them only at its end, once it has counted. */
export interface ImportLosses {
  /** SELECT of the column `subject`: the numbers of those that lose something with the removal of a row. */
  readonly ofRemoved: string
  /**
   * Counts the losses of all runs that end together.
   * @param lost SQL that selects `subject` and `place`, which is an array of the run's index and the line
   * @param moved SQL that selects the moves of their rows, with the same `place`
   * @throws ImportError if there are too many
   */
  readonly check: (
    trx: Db,
    request: LossRequest,
    lost: RawBuilder<unknown>,
    moved: RawBuilder<unknown>
  ) => Promise<readonly LossNotice[]>
  /**
   * Counts the moves of a run and of the earlier ones of its folder. Rows move with their batch, so a run stops before
   * the batch that would move too many.
   * @param moved SQL as for `check`
   * @throws ImportError if there are too many
   */
  readonly checkMoved: (trx: Db, request: LossRequest, moved: RawBuilder<unknown>) => Promise<void>
  /** SQL of the present customer of moved rows. */
  readonly customerOf: (providerId: number, moved: RawBuilder<unknown>) => RawBuilder<unknown>
}
