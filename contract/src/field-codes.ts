/** What a field carries. A choice is a number or a text out of a list. */
export type FieldKind = 'text' | 'number' | 'flag' | 'date'

/** `key`: names the row, never written over. `read`/`write`: travels only that way. */
export type FieldUse = 'key' | 'read' | 'write' | 'both'

export interface FieldSpec<Kind extends FieldKind = FieldKind> {
  /** The server's name for the field, as it travels. */
  readonly code: string
  readonly kind: Kind
  readonly use: FieldUse
  /** Longest text in characters. */
  readonly max: number
}

export type FieldTable = Readonly<Record<string, FieldSpec>>

interface KindTypes {
  text: string
  number: number
  flag: boolean
  date: string
}

/** A resource under the names that the code uses; a missing or empty value is null. */
export type Named<Fields extends FieldTable> = { [Name in keyof Fields]: KindTypes[Fields[Name]['kind']] | null }

/** A resource as it travels, under field codes; RES_FIELDS may leave out any. */
export type Wire = Record<string, string | number | boolean | null>

/** What a read of one resource or a list may ask for. */
export interface FieldsQuery {
  /** Comma list of field codes; left out means all. */
  RES_FIELDS?: string | undefined
}

/** Asks for the lost-update counter in RES_FIELDS and carries it in both directions. */
export const versionCode = 'VERSION'

export const text = (code: string, max = 100, use: FieldUse = 'both'): FieldSpec<'text'> => ({
  code,
  kind: 'text',
  use,
  max
})
export const number = (code: string, use: FieldUse = 'both'): FieldSpec<'number'> => ({
  code,
  kind: 'number',
  use,
  max: 0
})
export const flag = (code: string, use: FieldUse = 'both'): FieldSpec<'flag'> => ({ code, kind: 'flag', use, max: 0 })
export const date = (code: string, use: FieldUse = 'both'): FieldSpec<'date'> => ({ code, kind: 'date', use, max: 0 })

/** `PREFIX1` to `PREFIX<count>` as `name1` to `name<count>`. */
export function numbered<Name extends string, Count extends number>(
  name: Name,
  prefix: string,
  numbers: readonly Count[]
): Record<`${Name}${Count}`, FieldSpec<'text'>> {
  return Object.fromEntries(numbers.map((n) => [`${name}${n}`, text(`${prefix}${n}`)])) as Record<
    `${Name}${Count}`,
    FieldSpec<'text'>
  >
}

/** The codes that a read may ask for. */
export function readableCodes(fields: FieldTable): string[] {
  return Object.values(fields)
    .filter((field) => field.use !== 'write')
    .map((field) => field.code)
}
