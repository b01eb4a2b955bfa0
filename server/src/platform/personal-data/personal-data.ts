import { columnName } from '../database/column-name.ts'
import type { Tables } from '../database/query.ts'
import words from './texts.json' with { type: 'json' }

/** Format of a value in the readable copy; the copy for programs has the database's own form. */
export type CopiedKind = 'text' | 'number' | 'time' | 'day' | 'flag' | 'choice' | 'changes' | 'fields'

/** A member of the copy: the SQL of its value, in which `t` is the table. */
export interface CopiedColumn {
  readonly sql: string
  readonly kind: CopiedKind
}

const ofKind =
  (kind: CopiedKind) =>
  (sql: string): CopiedColumn => ({ sql, kind })

export const copiedText = ofKind('text')
export const copiedNumber = ofKind('number')
export const copiedTime = ofKind('time')
export const copiedDay = ofKind('day')
export const copiedFlag = ofKind('flag')
/** A value from a fixed set of words, which the readable copy translates. */
export const copiedChoice = ofKind('choice')
/** Changes `{CODE: {old, new}}` of the audit. */
export const copiedChanges = ofKind('changes')
/** Codes of fields. */
export const copiedFields = ofKind('fields')

/** A table's part of the person's copy. */
interface Copied {
  /** Only the provider's copy has the table: others than the person may read mails at the present customer. */
  readonly isForProvider?: true
  /** SQL in place of the table. */
  readonly from?: string
  readonly columns: Readonly<Record<string, CopiedColumn>>
  readonly join?: string
  /**
   * SQL condition that leaves out rows which the person's address has found: others may have had it, at other customers
   * too.
   */
  readonly where?: string
  readonly groupBy?: string
  readonly orderBy?: string
}

/**
 * Treatment of rows when the person's data is erased. `where` limits it to some rows; rows that no step of a table
 * covers stay. `keep` changes nothing and states the reason: the law, or that the rows no longer name the person.
 */
export type Erasure = { readonly where?: string } & (
  | { readonly action: 'delete' }
  /** SQL of the new values. */
  | { readonly action: 'anonymise'; readonly set: Readonly<Record<string, string>> }
  | { readonly action: 'keep'; readonly why: string }
)

/**
 * Personal data of a table: the one description for the copy that the person gets and for its erasure. In its SQL `t`
 * is the table and `person` the row of `person.ts`.
 */
export interface PersonalData {
  readonly table: string
  /** The member of the copy. */
  readonly name: string
  /** SQL condition for the rows about the person. */
  readonly rows: string
  /** The copied columns, or the reason why the copy has none. */
  readonly copy: Copied | string
  /** Columns that neither copy nor erasure touches, each with the reason. */
  readonly withheld?: Readonly<Record<string, string>>
  readonly erasure: readonly Erasure[]
}

/**
 * SQL condition: a free text contains an address of the person, or one of its last names together with one of its first
 * names, if any.
 */
export const namesPerson = (written: string): string => `(
  exists (select from unnest(person.email_addresses) known where strpos(lower(${written}), known) > 0)
  or exists (select from unnest(person.last_names) known where strpos(lower(${written}), known) > 0)
    and (person.first_names = '{}' or exists (select from unnest(person.first_names) known where strpos(lower(${written}), known) > 0)))`

/** SQL condition: rows of the contact with the present customer, or of all that it had. */
export const ofContact = `t.provider_id = person.provider_id and t.contact_id = person.contact_id
  and (person.of_all or t.customer_id = person.customer_id)`

/** SQL condition: rows of the private customer who is the person. */
export const ofPrivateCustomer =
  'person.is_customer and t.provider_id = person.provider_id and t.customer_id = person.person_id'

type Implied = 'rows' | 'erasure'

/**
 * Describes personal data of a table: `table-writers.test.ts` reads the name here. By default these are the contact's
 * rows, which an erasure deletes.
 */
export function personalDataOf(
  table: keyof Tables,
  data: Omit<PersonalData, 'table' | Implied> & Partial<Pick<PersonalData, Implied>>
): PersonalData {
  const rows = 't.provider_id = person.provider_id and t.contact_id = person.contact_id'
  return { table, rows, erasure: [{ action: 'delete' }], ...data }
}

/** Returns members of the copy that are texts from columns of the same names. */
export function copiedTexts(...names: readonly string[]): Record<string, CopiedColumn> {
  return Object.fromEntries(names.map((name) => [name, copiedText(`t.${columnName(name)}`)]))
}

/** Returns the `set` that empties columns. */
export function emptiedColumns(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [columnName(name), 'null']))
}

/**
 * SQL condition: a time within the last ten calendar years before this one, the longest period that laws require for
 * records.
 */
export const withinRetention = (at: string): string => `${at} >= date_trunc('year', now()) - interval '10 years'`

/**
 * Reasons why business records stay. They are the same everywhere: a reader of the list of a dry run looks them up
 * once.
 */
export const keptByLaw =
  'business record: § 132 BAO (7 years), § 147 AO and § 257 HGB (6 to 10 years); Art. 17 (3) b GDPR'

export const secretHash = 'hash of a secret'

/** Reason for rows that no longer name a person. */
export const keptReference = 'names nobody any more; records of the customer refer to it'

/** SQL expression in place of a name that must not be empty. */
export const erasedName = `'${words.erased}'`
