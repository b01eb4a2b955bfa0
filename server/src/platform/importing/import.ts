import type { ImportField } from '@customer-center/contract/import-field'
import { importResources, type ImportResourceName } from '@customer-center/contract/import/resources'
import type { RefusalReason } from '@customer-center/contract/import/run.schema'
import type { Kysely, Transaction } from 'kysely'
import { columnName } from '../database/column-name.ts'
import type { Tables } from '../database/tables.ts'
import type { ImportAudit } from '../saving/audit.ts'
import type { SourceRow } from './source-row.ts'

/** Values by column, in the form that JSON has for PostgreSQL. */
export type ColumnValues = Readonly<Record<string, string | number | boolean | null>>

/** One table in which a resource's rows are stored. `alias.column` names its columns in a definition. */
export interface ImportTable {
  readonly name: keyof Tables
  readonly alias: string
  /** What names its rows within the provider's company. */
  readonly key: readonly string[]
  /** Whether each change counts in the column `version`. */
  readonly versioned: boolean
}

/** A table that the room of the definition writes: `table-writers.test.ts` reads the name here. */
export function intoTable(
  name: ImportTable['name'],
  alias: string,
  key: readonly string[],
  { versioned = false } = {}
): ImportTable {
  return { name, alias, key, versioned }
}

/** A new or stored row of a resource, by alias of its tables. */
export interface PlannedRow {
  /** What is stored of it; empty for a new row. */
  stored: Record<string, ColumnValues>
  /** What the import writes, which for a stored row is what differs. */
  readonly columns: Record<string, Record<string, string | number | boolean | null>>
}

type Scalar = string | number | boolean

interface StoredForm {
  readonly write: (value: Scalar) => Scalar
  readonly read: (stored: Scalar) => Scalar
}

type ImportWork = (trx: Kysely<Tables>, company: number, rows: readonly PlannedRow[]) => Promise<void>

/** How rows of a resource are stored. Every noun has its own beside its repository; its feature lists it as `imports`. */
export interface ImportDefinition {
  readonly resource: ImportResourceName
  /** In the order in which they are written. The last one names the row, and is what references take columns from. */
  readonly tables: readonly ImportTable[]
  /** SQL that joins the tables before the last one to it, and what closes it. */
  readonly join?: string
  /** SQL of a condition on the stored rows, beside the company. */
  readonly where?: string
  /** `alias.column` of each member that has one. */
  readonly columns: Readonly<Record<string, string>>
  /** For each reference the columns that it sets, with the columns of the other row that they are taken from. */
  readonly references?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** SQL that finds what a member refers to that is no row of a resource: `$2` are its values; gives `name` and the columns. */
  readonly lookups?: Readonly<Record<string, string>>
  /** Members that take another one's value where a row leaves them out, and nothing else is stored. */
  readonly follows?: Readonly<Record<string, string>>
  /** Members that are written once: a value that is there stays. */
  readonly writtenOnce?: readonly string[]
  /** `alias.column` that closes a stored row where it is not null, and the sentence with which every row for it is refused. */
  readonly closed?: readonly [column: string, sentence: string]
  /** `alias.column` by which an operator holds a member of a stored row while it is not null, and the sentence that reports another value. */
  readonly held?: Readonly<Record<string, readonly [column: string, sentence: string]>>
  /** What is wrong with a value, as the end of a sentence that begins with its member. */
  readonly checks?: Readonly<Record<string, (value: string) => string | undefined>>
  /** How a value is stored, where that is not as it is read, and back. */
  readonly stored?: Readonly<Record<string, StoredForm>>
  /** SQL of a member, where an export reads it otherwise than its column has it. */
  readonly exported?: Readonly<Record<string, string>>
  /** The columns of the last table that name a row in a file, in the order of the resource's key. */
  readonly key: readonly string[]
  /** What a new row has, by `alias.column`, where the file says nothing. */
  readonly initial?: Readonly<Record<string, string | number | boolean | null>>
  /** `alias.column` of the last table in which a new row gets one more than the highest number of the company, unless it brings one. */
  readonly assigned?: `${string}.${string}`
  /** Gives new rows what needs more than that, and finds what is stored of them already. */
  readonly prepare?: ImportWork
  /** Takes out and names the columns, as `alias.column` with what stays, that another row has set: of new rows once they are prepared, and of stored ones. */
  readonly keep?: (
    trx: Kysely<Tables>,
    company: number,
    rows: readonly PlannedRow[]
  ) => Promise<ReadonlyMap<PlannedRow, ColumnValues>>
  /** What follows from new and changed rows, in their transaction; `providerKey` is null for a command's. */
  readonly afterwards?: (...work: [...Parameters<ImportWork>, providerKey: number | null]) => Promise<void>
  /** How an update is recorded: the audit's resource, and which columns of the last table are its key. None: it is nobody's. */
  readonly audit?: { readonly resource: string; readonly key: readonly string[] }
  /** By which resources and codes of the audit a customer changes it. */
  readonly changedBy?: { readonly resources: readonly string[]; readonly codes?: Readonly<Record<string, string>> }
  /** How rows are taken away. None: they never are. */
  readonly removal?: ImportRemoval
  /** Which member a constraint of the database is about, beside the external ID, and what is wrong with its value. */
  readonly constraints?: Readonly<Record<string, readonly [field: string, sentence: string]>>
}

interface ImportRemoval {
  /** SQL of a condition on rows that a full set may take away. */
  readonly counts: string
  /** Why the others stay, as a sentence; none where there is nothing left to take away of them. */
  readonly kept?: string
  /** What is done instead of deleting rows of the last table. @returns what is recorded of rows that stay and are changed */
  readonly remove?: (
    trx: Kysely<Tables>,
    company: number,
    gone: readonly ColumnValues[]
  ) => Promise<readonly ImportAudit[] | void>
}

/** `columns` has the members whose column is not that of their name in the last table. */
export function defineImport(
  definition: Omit<ImportDefinition, 'columns'> & Partial<Pick<ImportDefinition, 'columns'>>
): ImportDefinition {
  const { resource, tables, references = {}, columns = {} } = definition
  // `changedAt` decides, and is not stored.
  const own = Object.keys(importResources[resource].fields).filter(
    (name) => !(name in references) && name !== 'changedAt'
  )
  const named = own.map((name) => [name, columns[name] ?? `${tables.at(-1)?.alias}.${columnName(name)}`])
  return { ...definition, columns: Object.fromEntries(named) as Record<string, string> }
}

/** Which side's value stays where a customer has changed a field that the provider sends. */
export type FieldLead = 'provider' | 'customer' | 'last'

/** What imports need of the server. */
export interface ImportContext {
  /** For work in the background. In a transaction, every batch is a savepoint of it. */
  readonly db: Kysely<Tables> | Transaction<Tables>
  readonly imports: readonly ImportDefinition[]
  /** By resource and, where a resource says `{…}`, by member; `customer` for all others. */
  readonly lead?: Readonly<Partial<Record<string, FieldLead | Readonly<Partial<Record<string, FieldLead>>>>>>
  /** Whether people are being served in this process: a run then gives way to them. */
  readonly isServing?: () => boolean
}

export interface ImportRequest {
  readonly company: number
  readonly resource: ImportResourceName
  readonly rows: AsyncIterable<SourceRow>
  /** `replace`: a full set, after which nothing else is there. */
  readonly mode: 'upsert' | 'replace'
  /** How much of what is there a full set may take away, from 0 to 1; 0.05 by default. */
  readonly maxRemoved?: number
  /** Does everything but commit. */
  readonly dryRun: boolean
  /** A UUID; of a run that broke off, to go on after its last stored line. */
  readonly runId?: string
  /** On whose behalf; null: a command's. */
  readonly providerKey: number | null
  readonly format: 'csv' | 'ndjson'
  /** The header line of a CSV file. */
  readonly header: string | null
  /** Called after each batch. */
  readonly onProgress?: (progress: ImportSummary & { readonly line: number }) => void
  readonly signal?: AbortSignal
}

/** How a run went, in rows. */
export interface ImportSummary {
  readonly runId: string
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly removed: number
  readonly refused: number
  /** Fields whose value is wrong, of rows that were taken without them. */
  readonly refusedFields: number
  /** Fields that a customer has changed, or an operator holds, and that the provider sent otherwise. */
  readonly conflicts: number
}

export interface ImportResult extends ImportSummary {
  readonly reasons: readonly RefusalReason[]
}

/**
 * How many rows of a resource are in memory at once: of drawings, each of millions of characters, a few.
 * @param usual of all other resources
 */
export function rowsAtOnce(resource: ImportResourceName, usual: number): number {
  const fields: readonly ImportField[] = Object.values(importResources[resource].fields)
  return fields.some(({ kind }) => kind === 'markup') ? Math.min(usual, 10) : usual
}

/** The run as a whole stopped. The message is one English sentence for the operator; what was stored before stays. */
export class ImportError extends Error {
  override readonly name: string = 'ImportError'
}

/** Another process goes on with the run, or the batch of one that broke off was under way: time heals it. */
export class RunTakenError extends ImportError {
  override readonly name = 'RunTakenError'
}
