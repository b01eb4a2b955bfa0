import type { Tables } from '../../platform/database/query.ts'

/** Values of one table's row by column, in the JSON form that PostgreSQL reads. */
export type ColumnValues = Readonly<Record<string, string | number | boolean | null>>

/** A table that stores rows of a resource. `alias.column` names its columns in a definition. */
export interface RowTable {
  readonly name: keyof Tables
  readonly alias: string
  /** Key columns within the provider's company. */
  readonly key: readonly string[]
  /** Whether each change increments the column `version`. */
  readonly versioned: boolean
}

/** A new or stored row of a resource, by alias of its tables. */
export interface PlannedRow {
  /** The stored values; empty for a new row. */
  readonly stored: Readonly<Record<string, ColumnValues>>
  /** Values to write; for a stored row only the differences. */
  readonly columns: Readonly<Record<string, ColumnValues>>
}

export interface RowOfTable {
  readonly table: keyof Tables
  /** Key columns, the company included. */
  readonly key: ColumnValues
  readonly columns: ColumnValues
  /** Whether each change increments the column `version`. */
  readonly versioned: boolean
}

/** A row that a save writes: `table-writers.test.ts` reads the name of the table here. */
export const rowIn = (
  table: keyof Tables,
  key: ColumnValues,
  columns: ColumnValues,
  { versioned = false } = {}
): RowOfTable => ({ table, key, columns, versioned })
