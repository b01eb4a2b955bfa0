/**
 * A value that identifies a thing: an id, a running number, a key of a choice. Backends use numbers or texts; the value
 * is passed on unchanged.
 */
export type Id = number | string

/** The kind of a field's value. A choice is a number or a text from a list. Most ids of our server are whole numbers. */
export type FieldKind = 'text' | 'number' | 'decimal' | 'id' | 'flag' | 'date'

/** `key`: identifies the row and is never changed. `read`/`write`: sent only in that direction. */
export type FieldUse = 'key' | 'read' | 'write' | 'both'

export type FormGroup = 'identity' | 'address' | 'reach' | 'other' | 'access'

export interface FormControl {
  /** Expected length of the value; by default the control is as wide as its column. */
  readonly width?: 'short' | 'medium'
  readonly type?: 'email' | 'tel'
  /** Autofill token, for a form with the data of the person's own company. */
  readonly autoComplete?: string
}

export interface FieldSpec<Kind extends FieldKind = FieldKind> {
  /** The field's name on the wire. */
  readonly code: string
  readonly kind: Kind
  readonly use: FieldUse
  /**
   * Limit of characters of a text, or of digits before the decimal point; 0: no specific limit. An id with a limit is a
   * text on our server.
   */
  readonly max: number
  /** Digits behind the point of a decimal. */
  readonly decimals?: number
  /**
   * Marks a field that some backends lack and then refuse: it is requested only if the configuration or the field list
   * names it.
   */
  readonly optional?: true
  /** Our server does not have it. */
  readonly foreign?: true
  /** It is never empty. */
  readonly always?: true
  /** Place in a form; a field without one is in the group `other`. */
  readonly form?: FormControl & { readonly group: FormGroup }
}

export type FieldTable = Readonly<Record<string, FieldSpec>>

interface KindTypes<AnyId> {
  text: string
  number: number
  /** Exact, never a floating-point number. */
  decimal: string
  id: AnyId
  flag: boolean
  date: string
}

/** A resource by the names in the code; a missing or empty value is null. */
export type FieldValues<Fields extends FieldTable, AnyId = Id> = {
  [Name in keyof Fields]:
    | KindTypes<AnyId>[Fields[Name]['kind']]
    | (Fields[Name] extends { always: true } ? never : null)
}

/** A resource on the wire, under its field codes; RES_FIELDS may leave out any. */
export type WireRow = Record<string, string | number | boolean | null>

/** The query of a read of one resource or of a list. */
export interface FieldsQuery {
  /** Comma-separated field codes; default: all. */
  RES_FIELDS?: string | undefined
}

/** Keys of the customer in a query, which only narrow the data of the session. */
export interface CustomerKeysQuery {
  company?: string | undefined
  id?: string | undefined
}

/** Code of the version that prevents lost updates, in RES_FIELDS and in both directions. */
export const versionCode = 'VERSION'

export const textField = (code: string, max = 100, use: FieldUse = 'both'): FieldSpec<'text'> => ({
  code,
  kind: 'text',
  use,
  max
})
export const numberField = (code: string, use: FieldUse = 'both'): FieldSpec<'number'> => ({
  code,
  kind: 'number',
  use,
  max: 0
})
/** @param max limit of digits before the point, behind which there are two */
export const decimalField = (code: string, max: number): FieldSpec<'decimal'> => ({
  code,
  kind: 'decimal',
  use: 'both',
  max,
  decimals: 2
})
export const idField = (code: string, use: FieldUse = 'key'): FieldSpec<'id'> => ({ code, kind: 'id', use, max: 0 })
/** An id that our server writes as a text of at most so many characters. */
export const textIdField = (code: string, max: number): FieldSpec<'id'> => ({ ...idField(code), max })
export const flagField = (code: string, use: FieldUse = 'both'): FieldSpec<'flag'> => ({
  code,
  kind: 'flag',
  use,
  max: 0
})
export const dateField = (code: string, use: FieldUse = 'both'): FieldSpec<'date'> => ({
  code,
  kind: 'date',
  use,
  max: 0
})

export const optionalField = <Spec extends FieldSpec>(spec: Spec): Spec => ({ ...spec, optional: true })
export const alwaysSent = <Spec extends FieldSpec>(spec: Spec): Spec & { readonly always: true } => ({
  ...spec,
  always: true
})

export function readableCodes(fields: FieldTable): string[] {
  return Object.values(fields)
    .filter((field) => field.use !== 'write')
    .map((field) => field.code)
}
