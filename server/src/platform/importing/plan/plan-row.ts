import { importResource } from '@customer-center/contract/import/resources'
import { isLeftOut } from '@customer-center/contract/import-field'
import type { FoundReferences } from './references.ts'
import type { ImportDefinition } from '../import.ts'
import type { PlannedRow } from '../../rows/tables.ts'
import { refusedValue, type RowRefusal } from '../read/read-row.ts'
import { isSameValue } from '../../rows/values.ts'
import { mainTable, type StoredRow } from './stored-rows.ts'

type Value = string | number | boolean | null
export type ImportValues = ReadonlyMap<string, Value>

/** A row of the file that can be stored. */
export interface ImportedRow extends PlannedRow, Source {
  /** The members that differ from the stored row, with both values. */
  readonly changes: Map<string, { readonly old: Value; readonly new: Value }>
  /** Codes of the customer's changes that this row answers. */
  readonly settled: string[]
  readonly refusedFields: RowRefusal[]
}

export const fieldsOf = ({ resource }: ImportDefinition) => importResource(resource).fields

export function isOptional(definition: ImportDefinition, member: string): boolean {
  const field = fieldsOf(definition)[member]
  return field !== undefined && isLeftOut(field)
}

/** Leaves a member of a row as it is stored, or empty. */
export function leaveMember(definition: ImportDefinition, row: ImportedRow, member: string): void {
  const { column: name, reference } = definition.members[member] ?? {}
  for (const own of reference ? Object.keys(reference) : name === undefined ? [] : [name]) {
    const [alias, column] = splitColumn(own)
    delete row.columns[alias]?.[column]
  }
  row.changes.delete(member)
}

// The cache serves every value of every row; it has as many entries as definitions have columns.
const parts = new Map<string, readonly [alias: string, column: string]>()

export function splitColumn(name: string): readonly [alias: string, column: string] {
  const known = parts.get(name)
  if (known) return known
  const [alias = '', column = ''] = name.split('.')
  parts.set(name, [alias, column])
  return [alias, column]
}

/** Returns a stored value in the words of an import. */
function asRead(definition: ImportDefinition, member: string, stored: Value | undefined): Value {
  if (stored === null || stored === undefined) return null
  return definition.members[member]?.stored?.read(stored) ?? stored
}

type Columns = Readonly<Record<string, Readonly<Record<string, Value>>>>

/** What is known of a definition before any row. */
interface Beginning {
  /** The members that a new row needs, each with one that may stand in its place. */
  readonly required: readonly (readonly [member: string, instead: string | undefined])[]
  /** The columns that those members set, as `alias.column`. */
  readonly needed: ReadonlySet<string>
  /** Initial values of a new row, by alias of its tables. */
  readonly columns: Columns
}

const beginnings = new WeakMap<ImportDefinition, Beginning>()

function beginningOf(definition: ImportDefinition): Beginning {
  const known = beginnings.get(definition)
  if (known) return known
  const columns: Record<string, Record<string, Value>> = {}
  const needed = new Set<string>()
  const fields = fieldsOf(definition)
  for (const [member, { initial, column: own, reference = {} }] of Object.entries(definition.members)) {
    const names = own === undefined ? Object.keys(reference) : [own]
    if (fields[member]?.required) for (const name of names) needed.add(name)
    if (initial === undefined) continue
    for (const name of names) {
      const [alias, column] = splitColumn(name)
      columns[alias] = { ...columns[alias], [column]: initial }
    }
  }
  const required = Object.entries(fields).flatMap(([name, field]) =>
    field.required ? [[name, field.instead] as const] : []
  )
  const beginning = { required, needed, columns }
  beginnings.set(definition, beginning)
  return beginning
}

/** Returns the columns that a member sets, with their values; a refusal where it refers to nothing. */
function columnsOf(
  definition: ImportDefinition,
  member: string,
  value: Value,
  found: FoundReferences
): { readonly columns: readonly (readonly [string, Value])[] } | { readonly refusal: RowRefusal } {
  const { reference, column, stored, initial = null } = definition.members[member] ?? {}
  if (!reference) {
    if (column === undefined) return { columns: [] }
    return { columns: [[column, value === null ? initial : (stored?.write(value) ?? value)]] }
  }
  const target = typeof value === 'string' ? found.get(member)?.get(value) : undefined
  if (value !== null && !target) {
    const to = fieldsOf(definition)[member]?.to
    const what = to === undefined ? 'no file that was sent' : `no row of ${to} that is there`
    return refusedValue(member, value, `${member} names ${what}.`)
  }
  // What a required member sets, too, is left as it is: that one decides.
  const own = Object.entries(reference).filter(([name]) => value !== null || !beginningOf(definition).needed.has(name))
  return { columns: own.map(([name, other]) => [name, target?.[other] ?? initial]) }
}

/**
 * Resolves the references of a row, and names its key columns.
 * @returns the key columns, or why it cannot be stored
 */
export function keyOf(
  definition: ImportDefinition,
  values: ImportValues,
  found: FoundReferences
): { readonly key: Record<string, Value> } | { readonly refusal: RowRefusal } {
  const { alias } = mainTable(definition)
  const key: Record<string, Value> = {}
  for (const member of importResource(definition.resource).key) {
    const resolved = columnsOf(definition, member, values.get(member) ?? null, found)
    if ('refusal' in resolved) return resolved
    for (const [name, value] of resolved.columns) {
      const [of, column] = splitColumn(name)
      if (of === alias && definition.key.includes(column)) key[column] = value
    }
  }
  return { key }
}

/** A row whose values are right by themselves. */
export interface Source {
  readonly line: number
  readonly text: string
  readonly values: ImportValues
  /** Faults of members without which the row is taken. */
  readonly refusedFields: readonly RowRefusal[]
}

/** Returns the values of members that a row leaves out and that follow others. */
function followed(
  definition: ImportDefinition,
  values: ImportValues,
  stored: StoredRow | undefined
): [string, Value][] {
  return Object.entries(definition.members).flatMap(([member, { followsMember: other }]): [string, Value][] => {
    const value = other === undefined ? undefined : values.get(other)
    if (other === undefined || value === undefined || values.has(member)) return []
    const [own, its] = [member, other].map((name) => {
      const [alias, column] = splitColumn(definition.members[name]?.column ?? '')
      return stored?.[alias]?.[column] ?? null
    })
    return own === null || own === its ? [[member, value]] : []
  })
}

/** Returns why a row of right values cannot be stored; undefined where it can, as far as its own values tell. */
function refusalOf(
  definition: ImportDefinition,
  values: ImportValues,
  stored: StoredRow | undefined,
  found: FoundReferences
): { readonly refusal: RowRefusal } | undefined {
  for (const [member, instead] of beginningOf(definition).required) {
    const other = instead === undefined ? null : (values.get(instead) ?? null)
    if (!stored && !values.has(member) && other === null)
      return refusedValue(member, null, `A new row needs ${member}${instead === undefined ? '' : ` or ${instead}`}.`)
    if (instead === undefined || !values.has(member) || other === null) continue
    const [own, its] = [member, instead].map((name) => {
      const resolved = columnsOf(definition, name, values.get(name) ?? null, found)
      return new Map('refusal' in resolved ? [] : resolved.columns)
    })
    for (const [name, value] of own ?? [])
      if (its?.has(name) && its.get(name) !== value)
        return refusedValue(instead, other, `${instead} names another one than ${member}.`)
  }
  const [alias, column] = splitColumn(definition.closedWhen?.[0] ?? '')
  if (definition.closedWhen && (stored?.[alias]?.[column] ?? null) !== null)
    return refusedValue(null, undefined, definition.closedWhen[1])
  return undefined
}

/**
 * Compares a row with the one stored under its key: returns the changes to write, or the reason why it cannot be
 * written.
 */
export function planRow(
  definition: ImportDefinition,
  { line, text, values, refusedFields }: Source,
  stored: StoredRow | undefined,
  found: FoundReferences
): ImportedRow | { readonly refusal: RowRefusal } {
  const fields = fieldsOf(definition)
  const begun = { columns: {}, changes: new Map(), settled: [], refusedFields: [...refusedFields] }
  const row: ImportedRow = { line, text, values, stored: stored ?? {}, ...begun }
  const { columns } = beginningOf(definition)
  const refused = refusalOf(definition, values, stored, found)
  if (refused) return refused
  for (const { alias } of definition.tables) row.columns[alias] = stored ? {} : { ...columns[alias] }
  for (const [member, value] of [...values, ...followed(definition, values, stored)]) {
    const { check, writtenOnce, reference } = definition.members[member] ?? {}
    const problem = typeof value === 'string' ? check?.(value) : undefined
    const resolved =
      problem === undefined
        ? columnsOf(definition, member, value, found)
        : refusedValue(member, fields[member]?.secret ? null : value, `${member} ${problem}`)
    if ('refusal' in resolved) {
      if (!isOptional(definition, member)) return resolved
      row.refusedFields.push(resolved.refusal)
      continue
    }
    for (const [name, columnValue] of resolved.columns) {
      const [alias, column] = splitColumn(name)
      const of = (row.columns[alias] ??= {})
      const before = stored?.[alias]?.[column]
      if (stored && isSameValue(before, columnValue, fields[member]?.kind)) continue
      if (writtenOnce && (before ?? null) !== null) continue
      if (stored && fields[member]?.immutable)
        return refusedValue(member, value, `${member} of a stored row never changes.`)
      of[column] = columnValue
      if (stored)
        row.changes.set(
          member,
          reference
            ? { old: null, new: value }
            : { old: asRead(definition, member, before), new: asRead(definition, member, columnValue) }
        )
    }
  }
  return row
}
