import type { ImportResourceName } from '@customer-center/contract/import/resources'
import type { CellReading } from '../../records/importing/read/cell-value.ts'
import type { ResourceRow } from '../../records/importing/run/import-rows.ts'

/** A row of a foreign file: its cells by column, without surrounding spaces. Access to a missing column throws. */
export type SourceCells = Readonly<Record<string, string>>

/**
 * Rows of each resource that one row of a foreign file becomes. A text is read like a cell of that column, so
 * `1.548,00-` becomes a number there. An undefined member is left out; an empty text clears it.
 */
export type MappedRows = {
  readonly [Name in ImportResourceName]?: MappedRow<Name> | readonly MappedRow<Name>[]
}

/** A row; in its place may stand the value of a condition, which leaves it out. */
type MappedRow<Name extends ImportResourceName> =
  | { readonly [Member in keyof ResourceRow<Name>]: ResourceRow<Name>[Member] | undefined }
  | false
  | null
  | undefined

/** A foreign file, or several files of the same form. */
export interface MappedFile extends CellReading {
  /** File name in any case, or a pattern with `*` and `?`. The first entry that matches a file reads it. */
  readonly name: string
  /** Encoding by its name in iconv-lite, such as `cp850` or `utf-16`; by default UTF-8 or Windows-1252. */
  readonly encoding?: string
  /** Separator; by default a semicolon, comma, tab or bar is detected. */
  readonly separator?: string
  /** False if a quotation mark is an ordinary character, as in `5" Rohr`. */
  readonly quotes?: boolean
  /** Number of lines above the header or, with `columns` or `positions`, above the first row. */
  readonly skip?: number
  /** Number of lines below the last row, such as `*** Ende`; blank lines do not count. */
  readonly footer?: number
  /** Names of the columns in their order, instead of a header; a column with an empty name is left out. */
  readonly columns?: readonly string[]
  /** Columns of a file of fixed width by their names, each with the positions of its first and last character, from 1. */
  readonly positions?: Readonly<Record<string, readonly [first: number, last: number]>>
  /** Makes rows of resources from a row of the file; without a result the row is left out. */
  readonly rows: (
    row: SourceCells,
    from: { readonly file: string; readonly line: number }
  ) => MappedRows | undefined | void
}

/**
 * Default export of a map, or the return value if that is a function: `sync` calls the function for each import, so
 * that its variables live for one import. The files are read in this order.
 */
export interface ImportMap {
  readonly files: readonly MappedFile[]
}
