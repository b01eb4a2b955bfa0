import type { Transaction } from 'kysely'
import type { ImportField } from '@customer-center/contract/import-field'
import { importResource, importResources, type ImportResourceName } from '@customer-center/contract/import/resources'
import type { RefusalReason } from '@customer-center/contract/import/run.schema'
import { columnName } from '../database/column-name.ts'
import type { Db } from '../database/query.ts'
import type { Tables } from '../database/tables.ts'
import type { AuditResource } from '../rows/audit-resources.ts'
import type { AuditRow } from '../rows/audit.ts'
import type { ColumnValues, PlannedRow, RowTable } from '../rows/tables.ts'

export type Faults = Readonly<Record<string, string>>

/*
 * A row on its way through an import:
 *
 * | Type          | Step that makes it                               | Step that reads it                     |
 * | ------------- | ------------------------------------------------ | -------------------------------------- |
 * | `SourceRow`   | open: `read/open-rows.ts`, `spool.ts` of a map   | check                                  |
 * | `ReadRow`     | check: `read/read-row.ts`                        | check                                  |
 * | `CheckedRow`  | check: `read/read-row.ts`                        | store a batch: `run/import-batch.ts`   |
 * | `ValidRow`    | check: a `CheckedRow` that is not refused        | store a batch                          |
 * | `KeyedRow`    | store a batch, or a single row: `run/one-row.ts` | plan: `plan/plan-batch.ts`             |
 * | `StoredRow`   | plan: `plan/plan-batch.ts`                       | plan: `plan/plan-row.ts`               |
 * | `ImportedRow` | plan: `plan/plan-row.ts`                         | write: `write/write-batch.ts`          |
 * | `PlannedRow`  | the part of it that definitions know             | write: `platform/rows/write-rows.ts`   |
 * | `RefusedRow`  | each step                                        | answer: `run/import-run.repository.ts` |
 */

/** A row as it was sent: its value, not yet checked, or why it is none. */
export type SourceRow = {
  /** The number of its first line in the file, from 1. */
  readonly line: number
  /**
   * The text as it stands in the file, so that it can be corrected and sent again; of a line that is too long only its
   * beginning. Secrets are left out.
   */
  readonly text: string
} & (
  | {
      readonly value: Readonly<Record<string, unknown>>
      /**
       * Of cells that cannot be read, and are values as they stand: the ends of sentences that begin with the member.
       */
      readonly faults?: Faults
    }
  | { readonly refusal: string }
)

/** Describes a table that the room of the definition writes: `table-writers.test.ts` reads the name here. */
export function intoTable(
  name: RowTable['name'],
  alias: string,
  key: readonly string[],
  { versioned = false } = {}
): RowTable {
  return { name, alias, key, versioned }
}

type Scalar = string | number | boolean

/** A value of a member, in the form that JSON has for it. */
export type CellValue = Scalar | null

interface StoredForm {
  readonly write: (value: Scalar) => Scalar
  readonly read: (stored: Scalar) => Scalar
}

type ImportWork = (trx: Db, provider: number, rows: readonly PlannedRow[]) => Promise<void>

/** Storage of a member, where it does not follow from its name. */
interface MemberStorage {
  /** `alias.column`; the last table's column of its name where it is left out. */
  readonly column?: string
  /** Columns that a reference sets, with the columns of the other row that they are taken from. */
  readonly reference?: Readonly<Record<string, string>>
  /**
   * SQL that finds the rows of a reference to something that is no resource: `$2` are the names; gives `name` and the
   * columns.
   */
  readonly lookup?: string
  /** Another member, whose value a row without this member gets if nothing is stored. */
  readonly followsMember?: string
  /** A value that is there stays. */
  readonly writtenOnce?: true
  /**
   * `alias.column` by which an operator holds it in a stored row while that is not null, and the sentence that reports
   * another value.
   */
  readonly heldWhen?: readonly [column: string, sentence: string]
  /** Describes the fault of a value, as the end of a sentence that begins with its member. */
  readonly check?: (value: string) => string | undefined
  /** Conversions of a value for storage, where that differs from its form in a file, and back. */
  readonly stored?: StoredForm
  /** SQL of an exported value that differs from the column. */
  readonly exported?: string
  /** The value of a new row for which the file has none. */
  readonly initial?: Scalar
  /** A new row gets one more than the highest number of the company, unless it brings one. */
  readonly assigned?: true
  /** The code under which another form of a customer's changes it. */
  readonly changedAs?: string
  /** Constraints of the database on it, beside the external ID's, each with the fault of its value. */
  readonly constraints?: Readonly<Record<string, string>>
}

/**
 * The storage of a resource's rows. Every noun has its own beside its repository; its feature lists it as `imports`.
 */
export interface ImportDefinition {
  readonly resource: ImportResourceName
  /** The resource's fields; `defineImport` adds them. */
  readonly fields: Readonly<Record<string, ImportField>>
  /** Tables in the order of writing; the last one is the `mainTable`. */
  readonly tables: readonly RowTable[]
  /** SQL that joins the tables before the last one to it, with its end. */
  readonly join?: string
  /** All members, in the resource's order. */
  readonly members: Readonly<Record<string, MemberStorage>>
  /**
   * `alias.column` that closes a stored row where it is not null, and the sentence with which every row for it is
   * refused.
   */
  readonly closedWhen?: readonly [column: string, sentence: string]
  /** The columns of the last table that name a row in a file, in the order of the resource's key. */
  readonly key: readonly string[]
  /**
   * Sets the values of new rows that need more than `initial` and `assigned`, and finds their rows that are stored
   * already.
   */
  readonly prepare?: ImportWork
  /**
   * Takes out columns that another row has set, and names them as `alias.column` with the value that stays: of new rows
   * once they are prepared, and of stored ones.
   */
  readonly keepColumns?: (
    trx: Db,
    provider: number,
    rows: readonly PlannedRow[]
  ) => Promise<ReadonlyMap<PlannedRow, ColumnValues>>
  /** Applies the consequences of new and changed rows, in their transaction; `providerKey` is null for a command's. */
  readonly afterwards?: (...work: [...Parameters<ImportWork>, providerKey: number | null]) => Promise<void>
  /**
   * Record of an update: the audit's resource, and the columns of the last table that are its key; with `changedBy`,
   * the resources of the audit by which a customer changes the row. Missing for rows without an audit.
   */
  readonly audit?: {
    readonly resource: AuditResource
    readonly key: readonly string[]
    readonly changedBy?: readonly AuditResource[]
  }
  /** The removal of rows; missing where they are never removed. */
  readonly removal?: ImportRemoval
}

interface ImportRemoval {
  /** SQL of a condition on the rows that may be removed. */
  readonly removable: string
  /** The reason why the others stay, as a sentence; missing where nothing is left to remove of them. */
  readonly kept?: string
  /**
   * Removes rows of the last table otherwise than by deleting them.
   * @returns the entries for the audit of rows that stay and are changed
   */
  readonly remove?: (trx: Db, provider: number, gone: readonly ColumnValues[]) => Promise<readonly AuditRow[] | void>
}

/** The removal of rows of which each may go. */
export const anyRow: ImportRemoval = { removable: 'true' }

type MemberOf<Name extends ImportResourceName> = keyof (typeof importResources)[Name]['fields'] & string

/** Returns the table that names the row, and from which references take columns. */
export function mainTable({ resource, tables }: Pick<ImportDefinition, 'resource' | 'tables'>): RowTable {
  const main = tables.at(-1)
  if (!main) throw new Error(`The import of ${resource} has no table.`)
  return main
}

/** `members` has those whose storage does not follow from their names. */
export function defineImport<Name extends ImportResourceName>({
  members = {},
  ...definition
}: Omit<ImportDefinition, 'members' | 'resource' | 'fields'> & {
  readonly resource: Name
  readonly members?: { readonly [Member in MemberOf<Name>]?: MemberStorage }
}): ImportDefinition {
  const { alias } = mainTable(definition)
  const { fields } = importResource(definition.resource)
  const given: Readonly<Partial<Record<string, MemberStorage>>> = members
  const resolved = Object.keys(fields).map((name): [string, MemberStorage] => {
    // This member decides whether the row is written, and has no column.
    if (name === 'changedAt') return [name, {}]
    const member = given[name] ?? {}
    if (member.reference || member.column) return [name, member]
    return [name, { ...member, column: `${alias}.${columnName(name)}` }]
  })
  return { ...definition, fields, members: Object.fromEntries(resolved) }
}

/** The side that keeps its value where a customer has changed a field that the provider sends. */
export type FieldLead = 'provider' | 'customer' | 'last'

/** The services that imports need. */
export interface ImportContext {
  /** The database for work in the background. In a transaction, every batch is a savepoint of it. */
  readonly db: Db | Transaction<Tables>
  readonly imports: readonly ImportDefinition[]
  /** The leading side by resource and, where a resource says `{…}`, by member; `customer` for all others. */
  readonly lead?: Readonly<Partial<Record<string, FieldLead | Readonly<Partial<Record<string, FieldLead>>>>>>
  /** Tells whether people are being served in this process: a run then gives way to them. */
  readonly isServing?: () => boolean
}

export interface ImportRequest {
  readonly provider: number
  readonly resource: ImportResourceName
  readonly rows: AsyncIterable<SourceRow>
  /** `replace`: a full set, after which nothing else is there. */
  readonly mode: 'upsert' | 'replace'
  /** Share of the stored rows that a full set may remove, from 0 to 1; 0.05 by default. */
  readonly maxRemoved?: number
  /**
   * Rolls each batch back by itself, as a dry run of one resource. That of a folder is one transaction of all its files
   * instead. `docs/decisions/0060-imports-in-batches.md`
   */
  readonly undoesBatches?: boolean
  /** A UUID; of a run that broke off, to go on after its last stored line. */
  readonly runId?: string
  /** The key on whose behalf the run goes; null for a command's. */
  readonly providerKey: number | null
  readonly format: 'csv' | 'ndjson'
  /** The header line of a CSV file. */
  readonly header: string | null
  /** SHA-256 of the map that made the rows of cells. */
  readonly map?: string
  /** Returns the part of the source that is read, from 0 to 1; left out where its size is not known. */
  readonly share?: () => number
  /** Called after each batch. */
  readonly onProgress?: (progress: ImportSummary & { readonly line: number }) => void
  readonly signal?: AbortSignal
}

/** The counts of a run, in rows. */
export interface ImportSummary {
  readonly runId: string
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly removed: number
  readonly refused: number
  /** The number of wrong fields, of rows that were taken without them. */
  readonly refusedFields: number
  /** Fields that a customer has changed, or an operator holds, and that the provider sent otherwise. */
  readonly conflicts: number
  /** Refusals and conflicts that are counted but not kept, since the run has too many. */
  readonly notKept: number
}

export interface ImportResult extends ImportSummary {
  readonly reasons: readonly RefusalReason[]
}

/**
 * Returns the number of rows of a resource that are in memory at once: of drawings, each of millions of characters, a
 * few.
 * @param usual of all other resources
 */
export function rowsAtOnce(resource: ImportResourceName, usual: number): number {
  const fields: readonly ImportField[] = Object.values(importResources[resource].fields)
  return fields.some(({ kind }) => kind === 'markup') ? Math.min(usual, 10) : usual
}

/**
 * The error that stopped the run as a whole. The message is one English sentence for the operator; stored rows stay.
 */
export class ImportError extends Error {
  override readonly name: string = 'ImportError'
}

/**
 * Another process goes on with the run, or the database still commits the batch of one that broke off. The same call
 * succeeds once that has ended.
 */
export class RunTakenError extends ImportError {
  override readonly name = 'RunTakenError'
}

/** The progress of an import, over all of its files. */
export interface ImportProgress {
  readonly file: string
  /** Bytes of the files, packed as they are. */
  readonly bytesRead: number
  readonly bytesTotal: number
  readonly rowsRead: number
  readonly rowsRefused: number
}
