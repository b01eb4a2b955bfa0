import type { FieldSpec } from '../field-codes.ts'
import { emailPattern } from '../input-patterns.ts'

/** `markup`: text of several lines. `decimal`: exact, never a floating-point number. `reference`: the key of a row of another resource. */
export type ImportKind =
  | 'text'
  | 'markup'
  | 'number'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'reference'
  | 'enum'

/** A member of an imported row, which is also a column of a CSV file. */
export interface ImportField {
  readonly kind: ImportKind
  /** Characters of a text, digits before the point of a decimal; 0: no limit of its own. */
  readonly max: number
  /** Digits after the point of a decimal. */
  readonly decimals?: number
  /** A new row needs it, and it cannot be cleared. */
  readonly required: boolean
  /** It cannot be cleared, but a new row may leave it out. */
  readonly filled?: true
  /** May be given for a new row, is assigned otherwise, and never changes. */
  readonly fixed?: true
  /** Which resource a reference names a row of. */
  readonly to?: string
  /** What a text must match, and the sentence where it does not. */
  readonly pattern?: RegExp
  readonly sentence?: string
  /** A text whose upper and lower case mean the same: stored in lower case. */
  readonly lowerCase?: true
  /** A right or money hangs on it: a row with a wrong value is refused as a whole. */
  readonly strict?: true
  /** Never shown, neither in a refusal nor in the audit. */
  readonly secret?: true
  /** What an `enum` may be. */
  readonly choices?: readonly (string | number)[]
  /** The field's code in the specification, where it has one. */
  readonly code: string | null
  /** What its name does not say, for whoever maps their data to it. */
  readonly description?: string
}

/** The provider's own key of a row, and a reference to it. */
export const maxExternalId = 200

type Code = string | null

const member = (kind: ImportKind, code: Code, max = 0): ImportField => ({ kind, max, required: false, code })

export const text = (code: Code, max = 100): ImportField => member('text', code, max)
export const markup = (code: Code, max: number): ImportField => member('markup', code, max)
export const number = (code: Code): ImportField => member('number', code)
export const decimal = (code: Code, max: number): ImportField => ({ ...member('decimal', code, max), decimals: 2 })
/** Null where the provider does not say. */
export const flag = (code: Code): ImportField => member('boolean', code)
export const date = (code: Code): ImportField => member('date', code)
export const time = (code: Code): ImportField => member('time', code)
export const timestamp = (code: Code): ImportField => member('timestamp', code)
export const reference = (to: string): ImportField => ({ ...member('reference', null, maxExternalId), to })
export const choice = (code: Code, choices: readonly (string | number)[]): ImportField => ({
  ...member('enum', code),
  choices
})

/** A field that customers see, with its limit. */
export function shown({ code, kind, max }: FieldSpec): ImportField {
  if (kind === 'text') return text(code, max)
  if (kind === 'date') return date(code)
  return kind === 'flag' ? flag(code) : number(code)
}

export const required = (field: ImportField): ImportField => ({ ...field, required: true })
export const filled = (field: ImportField): ImportField => ({ ...field, filled: true })
/** What is visible outside, or part of what names the row there. */
export const fixed = (field: ImportField): ImportField => ({ ...field, filled: true, fixed: true })
export const matching = (field: ImportField, pattern: RegExp, sentence: string): ImportField => ({
  ...field,
  pattern,
  sentence
})
export const described = (field: ImportField, description: string): ImportField => ({ ...field, description })
export const strict = (field: ImportField): ImportField => ({ ...field, strict: true })

/** Whether a row is taken without this field where its value is wrong. What a new row needs, names it, gives a right or is money is not. */
export const isLeftOut = ({ required: needed, fixed: once, strict: hangs, secret }: ImportField): boolean =>
  !needed && !once && !hangs && !secret

export const lowerCase = (field: ImportField): ImportField => ({ ...field, lowerCase: true })
export const email = (code: Code): ImportField => matching(text(code, 254), emailPattern, 'must be one e-mail address.')
export const externalId: ImportField = required(text(null, maxExternalId))
