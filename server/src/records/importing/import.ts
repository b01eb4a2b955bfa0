import type { RawBuilder, Transaction } from 'kysely'
import type { ImportField } from '@customer-center/contract/import-field'
import { importResource, importResources, type ImportResourceName } from '@customer-center/contract/import/resources'
import { columnName } from '../../platform/database/column-name.ts'
import type { Db, Tables } from '../../platform/database/query.ts'
import type { AuditResource } from '../rows/audit-resources.ts'
import type { AuditRow } from '../rows/audit.ts'
import type { ColumnValues, RowTable } from '../rows/tables.ts'
import type { ImportedRow } from './imported-row.ts'
import type { ImportLosses, LossRequest, Move } from './losses.ts'
import type { CellValue, SourceRow } from './rows.ts'

/** The rule of a stored row. */
interface RowRule {
  /** Refuses the row, as a sentence. */
  readonly refused?: string | undefined
  /** Members whose stored values stay, each with the sentence that reports another one, or null if none does. */
  readonly kept?: Readonly<Record<string, string | null>>
}

/** Describes a table that the room of the definition writes: `table-writers.test.ts` reads the name here. */
export function intoTable(
  name: RowTable['name'],
  alias: string,
  key: readonly string[],
  { versioned = false } = {}
): RowTable {
  return { name, alias, key, versioned }
}

/** Rows of a batch whose conflicts with customers are settled. */
export interface RowsToWrite {
  readonly providerId: number
  /** The key that started the run; null for a command. */
  readonly providerKey: number | null
  readonly isFullSet: boolean
  /** Whether the batch is undone, as in a dry run of one resource: the end of the run finds none of its rows stored. */
  readonly isUndone: boolean
  /** The full set of customers in the same folder, whose rows came before; undefined without one. */
  readonly customers: { readonly runId: string; readonly prefix: string } | undefined
  /** New rows, numbered as `assigned` says, and all stored ones. */
  readonly rows: readonly ImportedRow[]
  readonly fresh: readonly ImportedRow[]
  /**
   * Leaves a member that takes something away for the run's end, which counts such losses first.
   * @param subject the number by which `losses` counts it once
   */
  readonly hold: (row: ImportedRow, member: string, subject: number) => void
  /** Notes that a written row gives somebody another customer, for the counts of `losses`. */
  readonly noteMove: (row: ImportedRow, move: Move) => void
  /**
   * Writes new and changed rows with their audit, and refuses those that the database does not take.
   * @param then applies consequences of written rows
   */
  readonly store: (then?: (written: readonly ImportedRow[]) => Promise<void>) => Promise<void>
}

/** Makes SQL that finds rows of a company of the provider by these names. */
export type ReferenceSql = (providerId: number, names: readonly string[]) => RawBuilder<unknown>

/** Storage of a member that does not follow from its name. */
interface MemberStorage {
  /** `alias.column`; by default the column of the last table with the member's name. */
  readonly column?: string
  /**
   * Columns that a reference sets, each with the column of the referenced row that it is copied from; by default the
   * key of that row's table, under the same names.
   */
  readonly reference?: Readonly<Record<string, string>>
  /** SQL that finds rows by a reference to something that is not a resource, as `name` and the columns. */
  readonly lookup?: ReferenceSql
  /**
   * Describes the fault of a value, as the end of a sentence that begins with its member.
   * @param other returns another member of the row, as it is stored where the row leaves it out
   */
  readonly check?: (value: string, other: (member: string) => CellValue) => string | undefined
  /** SQL of the exported value, if it differs from the column. */
  readonly exported?: string
  /** Value of a new row if the file has none. */
  readonly initial?: NonNullable<CellValue>
  /** The noun of the number that a new row without one gets: the company's highest number plus one. */
  readonly assigned?: string
  /** Code of the member in the audit of the customer's changes, if another form changes it. */
  readonly changedAs?: string
  /**
   * Database constraints on the member, each with the fault of a value that breaks it; those on the external ID and on
   * an assigned number have theirs.
   */
  readonly constraints?: Readonly<Record<string, string>>
}

/**
 * The storage of a resource's rows. Every noun has its own beside its repository; its feature lists it as `imports`.
 */
export interface ImportDefinition {
  readonly resource: ImportResourceName
  /** The resource's fields; `completeImports` adds them. */
  readonly fields: Readonly<Record<string, ImportField>>
  /** Tables in the order of writing; the last one is the `mainTable`. */
  readonly tables: readonly RowTable[]
  /** JOIN clauses to the last table, by alias: those of the tables before it, and of other rows that `ruleOf` reads. */
  readonly join?: Readonly<Record<string, string>>
  /** All members, in the resource's order. */
  readonly members: Readonly<Record<string, MemberStorage>>
  /** Returns the rule of a row by the stored rows of its tables and joins. */
  readonly ruleOf?: (stored: ImportedRow['stored']) => RowRule
  /** Columns of the last table that identify a row of a file; `completeImports` adds them. */
  readonly key: readonly string[]
  /**
   * Sets values of new rows beyond `initial` and `assigned`, holds members that lower an access, keeps values that other rows
   * have set, and stores the rows with their consequences. Its statements are planned anew:
   * `docs/decisions/0063-plans-of-imports.md`
   */
  readonly write: (trx: Db, batch: RowsToWrite) => Promise<void>
  /** The audit's resource of these rows; missing for rows without an audit. */
  readonly audit?: AuditResource
  /** The resources of the audit by which a customer changes a row; missing where none does. */
  readonly changedBy?: readonly AuditResource[]
  /** The removal of rows, by default of any; null where they are never removed. */
  readonly removal: ImportRemoval | null
  /** Missing for rows that take nothing away but themselves. */
  readonly losses?: ImportLosses
}

interface ImportRemoval {
  /** SQL condition for rows that may be removed. */
  readonly removable: string
  /** The reason why other rows stay, as a sentence; missing if other rows have nothing left to remove. */
  readonly kept?: string
  /** SQL condition for rows on which a `DELETE` acts, if these are more than those that may be removed. */
  readonly deletable?: string
  /**
   * Removes rows of the last table by other means than deletion.
   * @param isFullSet whether a full set lacks them; otherwise a `DELETE` names them
   * @returns the entries for the audit of rows that stay and are changed
   */
  readonly remove?: (
    trx: Db,
    providerId: number,
    gone: readonly ColumnValues[],
    isFullSet: boolean
  ) => Promise<readonly AuditRow[]>
}

type MemberOf<Name extends ImportResourceName> = keyof (typeof importResources)[Name]['fields'] & string

/** Returns the table whose key identifies the row, and from which references take columns. */
export function mainTable({ resource, tables }: Pick<ImportDefinition, 'resource' | 'tables'>): RowTable {
  const main = tables.at(-1)
  if (!main) throw new Error(`The import of ${resource} has no table.`)
  return main
}

/** A noun's definition of its rows: members whose storage does not follow from their names, and other exceptions. */
export interface NounImport extends Omit<ImportDefinition, 'members' | 'fields' | 'key' | 'write' | 'removal'> {
  readonly members?: Readonly<Partial<Record<string, MemberStorage>>>
  readonly write?: ImportDefinition['write']
  readonly removal?: ImportRemoval | null
}

/** Types the members by the resource. */
export const defineImport = <Name extends ImportResourceName>(
  definition: Omit<NounImport, 'members' | 'resource'> & {
    readonly resource: Name
    readonly members?: { readonly [Member in MemberOf<Name>]?: MemberStorage }
  }
): NounImport => definition

/** Completes the definitions of all nouns: those of references need the keys of the tables that they refer to. */
export function completeImports(nouns: readonly NounImport[]): ImportDefinition[] {
  const keyOf = new Map<string | undefined, readonly string[]>(nouns.map((one) => [one.resource, mainTable(one).key]))
  return nouns.map(
    ({
      members = {},
      write = (_trx, { store }) => store(),
      removal = { removable: 'true' },
      ...definition
    }): ImportDefinition => {
      const main = mainTable(definition)
      const { fields, key } = importResource(definition.resource)
      const storageOf = (name: string): MemberStorage => {
        // This member decides whether the row is written, and has no column.
        if (name === 'changedAt') return {}
        const member = members[name] ?? {}
        if (member.reference || member.column) return member
        const referred = keyOf.get(fields[name]?.to)
        if (!referred) return { ...member, column: `${main.alias}.${columnName(name)}` }
        const reference = Object.fromEntries(referred.map((column) => [`${main.alias}.${column}`, column]))
        return { ...member, reference }
      }
      return {
        ...definition,
        write,
        removal,
        fields,
        key: key.includes('externalId') ? ['external_id'] : main.key,
        members: Object.fromEntries(Object.keys(fields).map((name) => [name, storageOf(name)]))
      }
    }
  )
}

/** The side whose value stays if a customer has changed a field that the provider sends. */
type FieldLead = 'provider' | 'customer' | 'last'

export interface ImportContext {
  /** The database for work in the background. In a transaction, every batch is a savepoint of it. */
  readonly db: Db | Transaction<Tables>
  readonly imports: readonly ImportDefinition[]
  /** The leading side by resource; by default `customer`. */
  readonly lead?: Readonly<Partial<Record<string, FieldLead>>>
  /** Tells whether people are being served in this process, in which case a run gives way to them. */
  readonly isServing?: () => boolean
}

export interface ImportRequest extends LossRequest {
  readonly resource: ImportResourceName
  readonly rows: AsyncIterable<SourceRow>
  /** `replace`: a full set, after which no other rows remain. */
  readonly mode: 'upsert' | 'replace'
  /**
   * Rolls back each batch separately, as the dry run of one resource does. The dry run of a folder is one transaction
   * of all its files instead. `docs/decisions/0060-imports-in-batches.md`
   */
  readonly undoesBatches?: boolean
  /** A UUID. That of an interrupted run continues the run after its last stored line. */
  readonly runId?: string
  /** Open runs of the same resource whose rows come before these: of rows with the same key the last one counts. */
  readonly earlierRuns?: readonly string[]
  /** Open run of the full set of customers in the same folder, with the same prefix. */
  readonly customersRun?: string | undefined
  /** The reason why this full set removes nothing: rows of it may be among those that a map could not read. */
  readonly withheld?: string | undefined
  /** The key that started the run; null for a command. */
  readonly providerKey: number | null
  readonly format: 'csv' | 'ndjson'
  /** The record of a CSV file that names the columns; a name may have line breaks. */
  readonly header: string | null
  /** SHA-256 of the map that made rows from cells. */
  readonly map?: string
  /** Returns the fraction of the source that has been read, from 0 to 1; left out if its size is not known. */
  readonly share?: () => number
  /** Called after each batch with the counts of rows so far, and the last line. */
  readonly onProgress?: (
    progress: Readonly<Record<'read' | 'created' | 'updated' | 'refused' | 'line', number>>
  ) => void
  readonly signal?: AbortSignal
}

/**
 * Returns the number of rows that are in memory at once: a few for resources with drawings of millions of characters
 * each.
 * @param usual number for all other resources
 */
export function rowsAtOnce(resource: ImportResourceName, usual: number): number {
  const fields: readonly ImportField[] = Object.values(importResources[resource].fields)
  return fields.some(({ kind }) => kind === 'markup') ? Math.min(usual, 10) : usual
}

/** The error that stops a whole run. The message is one English sentence for the operator; stored rows remain. */
export class ImportError extends Error {
  override readonly name: string = 'ImportError'
  /** The `maxRemoved` that would have let the run go on; undefined if it was no such limit that stopped it. */
  readonly neededShare?: number
  constructor(message: string, { neededShare }: { readonly neededShare?: number } = {}) {
    super(message)
    if (neededShare !== undefined) this.neededShare = neededShare
  }
}

/**
 * Another process continues the run, or the database is still committing the last batch of an interrupted run. The same
 * call succeeds once either has ended.
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
