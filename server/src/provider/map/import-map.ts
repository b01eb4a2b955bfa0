import type { ImportResourceName } from '@customer-center/contract/import/resources'
import type { CellReading } from '../../platform/importing/read/cell-value.ts'
import type { ResourceRow } from '../../platform/importing/run/import-rows.ts'

/** A row of a foreign file: its cells by column, without spaces around them. A column that is not there throws. */
export type SourceCells = Readonly<Record<string, string>>

/**
 * Rows of each resource that a row of a foreign file is made into. A text is read as a cell of that column, so that
 * `1.548,00-` is a number there. A member that is undefined is left out; an empty text clears it.
 */
export type MappedRows = {
  readonly [Name in ImportResourceName]?: MappedMembers<Name> | readonly MappedMembers<Name>[] | undefined
}

type MappedMembers<Name extends ImportResourceName> = {
  readonly [Member in keyof ResourceRow<Name>]: ResourceRow<Name>[Member] | undefined
}

/** A foreign file, or several of the same form. */
export interface MappedFile extends CellReading {
  /** Its name, in any case, or a pattern with `*` and `?`. The first entry that fits a file reads it. */
  readonly name: string
  /** Encoding by its name in iconv-lite, such as `cp850` or `utf-16`; UTF-8 or Windows-1252 where it is left out. */
  readonly encoding?: string
  /** A semicolon, comma, tab or bar is recognised where it is left out. */
  readonly separator?: string
  /** False where a quotation mark is a character like any other, as in `5" Rohr`. */
  readonly quotes?: boolean
  /** Lines above the head or, with `columns`, above the first row. */
  readonly skip?: number
  /** Lines below the last row, such as `*** Ende`; blank ones do not count. */
  readonly footer?: number
  /** Names of the columns by their place, instead of a head; an empty one is left out. */
  readonly columns?: readonly string[]
  /** Makes rows of resources from a row of the file; nothing leaves the row out. */
  readonly rows: (
    row: SourceCells,
    from: { readonly file: string; readonly line: number }
  ) => MappedRows | undefined | void
}

/**
 * The default export of a map, or what that returns where it is a function: `sync` calls it for each import, so that
 * variables in it live as long as one import. Its files are read in this order.
 */
export interface ImportMap {
  readonly files: readonly MappedFile[]
}
