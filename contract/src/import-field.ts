import type { FieldKind, FieldSpec, FieldTable } from './field-codes.ts'
import { emailPattern } from './input-patterns.ts'

/** `markup`: text of several lines. `reference`: the key of a row of another resource. */
export type ImportKind = FieldKind | 'markup' | 'time' | 'timestamp' | 'reference' | 'enum'

/**
 * A member of an imported row, which is also a column of a CSV file. Fields that customers see are members of the same
 * form.
 */
export interface ImportField {
  readonly kind: ImportKind
  /** Limit of characters of a text, or of digits before the decimal point; 0: no specific limit. */
  readonly max: number
  /** Digits after the point of a decimal. */
  readonly decimals?: number
  /** A new row needs it, and it cannot be cleared. */
  readonly required?: true
  /** Member that a new row may have in place of this required one. */
  readonly instead?: string
  /** Whether the field cannot be cleared, although a new row may leave it out. */
  readonly notNull?: true
  /** A new row may have it, otherwise it is assigned; it never changes. */
  readonly immutable?: true
  /** Resource of the row that a reference names. */
  readonly to?: string
  /** Pattern of a text, and the sentence for a text that does not match. */
  readonly pattern?: RegExp
  readonly sentence?: string
  /** Whether a cell may have 24:00, since the time ends a day. */
  readonly endsDay?: true
  /** Whether letter case is ignored: the value is stored in lower case. */
  readonly lowerCase?: true
  /** Whether the value gives a right or is the amount of an invoice: a row with a wrong value is refused as a whole. */
  readonly refusesRow?: true
  /** Whether the value is secret: neither a refusal nor the audit shows it. */
  readonly secret?: true
  /** The values of an `enum`. */
  readonly choices?: readonly (string | number)[]
  /** German words for the values of an `enum`, which cells of a file may have instead. */
  readonly labels?: Readonly<Record<string, number>>
  /** Signs for values of a text, which cells of a file may have instead. */
  readonly signs?: Readonly<Record<string, string>>
  /** The field's code in the specification, if any. */
  readonly code: string | null
  /** Description beyond the name, for people who map data to the member. */
  readonly description?: string
}

/** Limit of the characters of the provider's own key of a row, and of a reference to such a key. */
export const maxExternalId = 200

/**
 * A member that customers do not see in this form, or at all. `max` limits the characters of a text or the digits
 * before the point.
 */
export const ownField = (kind: ImportKind, max = 0, code: string | null = null): ImportField => ({ kind, max, code })

export const ownDecimal = (max: number): ImportField => ({ ...ownField('decimal', max), decimals: 2 })
export const referenceTo = (to: string): ImportField => ({ ...ownField('reference', maxExternalId), to })
export const choiceField = (code: string | null, choices: readonly (string | number)[]): ImportField => ({
  ...ownField('enum', 0, code),
  choices
})

export const labelledChoice = (code: string | null, labels: Readonly<Record<string, number>>): ImportField => ({
  ...choiceField(code, Object.values(labels)),
  labels,
  description: Object.entries(labels)
    .map(([label, value]) => `${value} ${label}`)
    .join(', ')
})

export const describeField = (field: ImportField, description: string): ImportField => ({ ...field, description })

/** Makes a function that adds a rule to a member, and a description if the name is not clear enough. */
const ruled =
  (rule: Partial<ImportField>) =>
  (field: ImportField, description?: string): ImportField => ({
    ...field,
    ...rule,
    ...(description !== undefined && { description })
  })

export const requiredField = ruled({ required: true })
export const notNull = ruled({ notNull: true })
/** Marks a member that outsiders see, or that is part of the row's name there. */
export const immutableField = ruled({ notNull: true, immutable: true })
export const refusesRow = ruled({ refusesRow: true })
export const secretField = ruled({ secret: true })
export const endsDay = ruled({ endsDay: true })
export const lowerCase = ruled({ lowerCase: true })
export const matchingField = (field: ImportField, pattern: RegExp, sentence: string): ImportField => ({
  ...field,
  pattern,
  sentence
})

/**
 * Tells whether a row with a wrong value is accepted without this field. A value that a new row needs, that identifies
 * the row, gives a right or is the amount of an invoice is strict.
 */
export const mayBeDropped = (field: ImportField): boolean => !field.required && !field.immutable && !field.refusesRow

export const emailField = (field: ImportField): ImportField =>
  matchingField(field, emailPattern, 'must be one e-mail address.')
export const externalId: ImportField = requiredField(ownField('text', maxExternalId))

/** Time of the last change on the provider's side. Not stored. */
export const changedAt = describeField(
  ownField('timestamp'),
  'When your side last changed the row; counts where FIELD_LEAD says last'
)

type TextName<Fields extends FieldTable> = {
  [Name in keyof Fields]: Fields[Name] extends FieldSpec<'text'> ? Name : never
}[keyof Fields]

/** Returns the texts of a resource that customers see, with the limits in their forms, but without secrets. */
export function textFields<Fields extends FieldTable>(fields: Fields): Record<TextName<Fields>, ImportField> {
  const entries = Object.entries(fields).filter(([, { kind, use }]) => kind === 'text' && use !== 'write')
  return Object.fromEntries(entries) as unknown as Record<TextName<Fields>, ImportField>
}

/** Describes texts whose choices the provider may define. */
export function choiceKeys<Name extends string>(
  fields: Readonly<Record<Name, ImportField>>
): Record<Name, ImportField> {
  const entries = Object.entries<ImportField>(fields).map(([name, field]) => [
    name,
    describeField(field, 'A key of possible-values')
  ])
  return Object.fromEntries(entries) as Record<Name, ImportField>
}
