import type { ColumnValues } from '../../rows/tables.ts'
import type { ImportDefinition } from '../import.ts'

/** A column of a definition. */
interface ColumnPlace {
  /** The alias of its table. */
  readonly alias: string
  readonly column: string
}

// The cache serves every value of every row; it has as many entries as definitions have columns. Of a row's columns no
// array is taken apart: the iterators for that would be most of what a million rows leave to be cleaned up.
const known = new Map<string, ColumnPlace>()

/** Returns the place that `alias.column` names. */
export function placeOf(name: string): ColumnPlace {
  const place = known.get(name)
  if (place) return place
  const [alias = '', column = ''] = name.split('.')
  const found = { alias, column }
  known.set(name, found)
  return found
}

/** A column that a member sets. */
export interface MemberColumn extends ColumnPlace {
  /** The column of the other row that a reference takes it from. */
  readonly from: string | undefined
  /** Whether a required member sets it, too. */
  readonly isNeeded: boolean
}

/** The columns of a definition, as far as they are known before any row. */
export interface DefinitionColumns {
  /** The members that a new row needs, each with one that may stand in its place. */
  readonly required: readonly (readonly [member: string, instead: string | undefined])[]
  /** The columns that each member sets. */
  readonly places: ReadonlyMap<string, readonly MemberColumn[]>
  /** Initial values of a new row, by alias of its tables. */
  readonly initial: Readonly<Record<string, ColumnValues>>
  /** Members that follow others, with these. */
  readonly following: readonly (readonly [member: string, followed: string])[]
}

/** Works out the columns of a definition. */
export function columnsOfDefinition(definition: ImportDefinition): DefinitionColumns {
  const { fields } = definition
  const members = Object.entries(definition.members)
  const namesOf = ({ column, reference }: (typeof members)[number][1]) =>
    Object.entries<string | undefined>(reference ?? (column === undefined ? {} : { [column]: undefined }))
  const needed = members.flatMap(([member, storage]) =>
    fields[member]?.required ? namesOf(storage).map(([name]) => name) : []
  )
  const initial: Record<string, ColumnValues> = {}
  const places = new Map<string, MemberColumn[]>()
  for (const [member, storage] of members) {
    const own = namesOf(storage).map(([name, from]) => ({ ...placeOf(name), from, isNeeded: needed.includes(name) }))
    places.set(member, own)
    const value = storage.initial
    if (value === undefined) continue
    for (const { alias, column } of own) initial[alias] = { ...initial[alias], [column]: value }
  }
  return {
    required: Object.entries(fields).flatMap(([name, field]) =>
      field.required ? [[name, field.instead] as const] : []
    ),
    places,
    initial,
    following: members.flatMap(([member, { followsMember }]) =>
      followsMember === undefined ? [] : [[member, followsMember] as const]
    )
  }
}
