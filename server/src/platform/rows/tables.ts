import type { Tables } from '../database/tables.ts'

/** Values of one table's row by column, in the form that JSON has for PostgreSQL. */
export type ColumnValues = Readonly<Record<string, string | number | boolean | null>>

/** One table in which a resource's rows are stored. `alias.column` names its columns in a definition. */
export interface RowTable {
  readonly name: keyof Tables
  readonly alias: string
  /** The members that name a row within the provider's company. */
  readonly key: readonly string[]
  /** Whether each change counts in the column `version`. */
  readonly versioned: boolean
}

/** A new or stored row of a resource, by alias of its tables. */
export interface PlannedRow {
  /** The stored values; empty for a new row. */
  stored: Record<string, ColumnValues>
  /** The values that are written; for a stored row its differences. */
  readonly columns: Record<string, Record<string, string | number | boolean | null>>
}

/** A row of one table: what names it, and what is written. */
export interface RowOfTable {
  readonly table: keyof Tables
  /** Key columns, the company included. */
  readonly key: ColumnValues
  readonly columns: ColumnValues
  /** Whether each change counts in the column `version`. */
  readonly versioned: boolean
}

/** A row that a save writes: `table-writers.test.ts` reads the name of the table here. */
export const rowIn = (
  table: keyof Tables,
  key: ColumnValues,
  columns: ColumnValues,
  { versioned = false } = {}
): RowOfTable => ({ table, key, columns, versioned })
