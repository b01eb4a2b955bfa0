import type { RefusalKind } from '@customer-center/contract/import/run'
import type { ColumnValues } from '../rows/tables.ts'

/** A value of a member, in the form that JSON has for it. */
export type CellValue = ColumnValues[string]

export type Faults = Readonly<Record<string, string>>

/** A row as it was sent: its unchecked value, or the reason why it has none. */
export type SourceRow = {
  /** The number of its first line in the file, from 1. */
  readonly line: number
  /**
   * The text as in the file, for correction and another import; for an overlong line, only its beginning. Secrets are
   * left out.
   */
  readonly text: string
} & (
  | {
      readonly value: Readonly<Record<string, unknown>>
      /**
       * Faults of unreadable cells, whose values are their texts. Each is the end of a sentence that begins with the
       * member.
       */
      readonly faults?: Faults
    }
  | { readonly refusal: string }
)

/** A fault of a row, for the person who corrects it. */
export interface RowRefusal {
  readonly field: string | null
  readonly value: string | null
  readonly sentence: string
  /** The stored value, which stays because another row has set it. */
  readonly stored?: string | null
  /** Whether another row has this value, which only one row may have. */
  readonly isTaken?: boolean
}

/** A refused row, a refused field of an accepted row, or a field that stays as a customer has changed it. */
export interface RefusedRow extends RowRefusal {
  readonly line: number
  readonly text: string
  readonly kind: RefusalKind
  /** The key of the row; missing where it cannot be read. */
  readonly key?: string | null
}

export type ImportValues = ReadonlyMap<string, CellValue>

/** A row with valid values, before it is compared with the database. */
export interface CheckedRow {
  readonly line: number
  readonly text: string
  readonly values: ImportValues
  /** Faults of members; the row is accepted without these members. */
  readonly refusedFields: readonly RowRefusal[]
}

/** A row with its key columns. */
export interface KeyedRow extends CheckedRow {
  readonly key: ColumnValues
  readonly keyText: string
}
