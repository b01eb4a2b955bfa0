import type { FieldSpec, FieldTable, Named } from '@customer-center/contract/field-codes'
import { emailPattern } from '@customer-center/contract/limits'
import { Refusal } from '../http/refusal.ts'
import { fieldName, noDescription } from './field-name.ts'
import { type FieldRule, type FormRules, noFormRules } from '../../master-data/field/form-rules.ts'

type Name<Fields> = keyof Fields & string

/** What a resource asks of its values. */
export interface Conditions<Fields extends FieldTable> {
  /** What is stored now; null when the row is new. */
  readonly stored: Partial<Named<Fields>> | null
  /** The shop's own lists for this form. */
  readonly form?: FormRules
  /** Which fields the caller may write; left out, all that can be written at all. */
  readonly writable?: readonly Name<Fields>[]
  /** Fields that may never be empty, whatever the lists say. */
  readonly required?: readonly Name<Fields>[]
  /** Fields that hold an e-mail address. */
  readonly emails?: readonly Name<Fields>[]
  /** Fixed choices, such as salutations. */
  readonly choices?: { readonly [Field in Name<Fields>]?: readonly (string | number)[] }
}

function isWritable({ use }: FieldSpec): boolean {
  return use === 'both' || use === 'write'
}

/**
 * Checks what `readChanges` read against rights, lists and lengths: the second of the two checks, in the transaction in which the
 * row is locked. A choice that is no longer offered may stay as it is stored.
 * @throws Refusal `fieldNotWritable`, `fieldTooLong`, `requiredFieldMissing`, `invalidEmail`, `valueNotOffered`
 */
export function checkChanges<Fields extends FieldTable>(
  fields: Fields,
  values: Partial<Named<Fields>>,
  { stored, form = noFormRules, writable, required = [], emails = [], choices = {} }: Conditions<Fields>
): void {
  const rules = new Map(form.fields.map((rule) => [rule.code, rule]))
  const specOf = (name: Name<Fields>) => fields[name] as FieldSpec
  const ruleOf = (name: Name<Fields>): FieldRule | undefined => rules.get(specOf(name).code)
  const isRefused = (name: Name<Fields>) => {
    const rule = ruleOf(name)
    return (
      !isWritable(specOf(name)) ||
      (writable && !writable.includes(name)) ||
      rule?.readOnly === true ||
      rule?.hidden === true
    )
  }
  // A field that is asked for goes by the name that the screen gives it, even if that says little.
  const labelOf = (name: Name<Fields>) => {
    const rule = ruleOf(name)
    return rule ? rule.label || noDescription : fieldName(specOf(name).code)
  }
  const isRequired = (name: Name<Fields>) => required.includes(name) || ruleOf(name)?.required === true

  for (const name of Object.keys(values) as Name<Fields>[]) {
    if (!isRefused(name)) continue
    throw new Refusal('fieldNotWritable', { label: ruleOf(name)?.label || fieldName(specOf(name).code) })
  }
  // A row that is there is asked only for what is written; what is hidden or locked nobody could fill in.
  const asked = (stored === null ? Object.keys(fields) : Object.keys(values)) as Name<Fields>[]
  for (const name of asked) {
    if ((values[name] ?? null) !== null || !isRequired(name) || isRefused(name)) continue
    throw new Refusal('requiredFieldMissing', { label: labelOf(name) })
  }
  for (const [name, value] of Object.entries(values) as [Name<Fields>, string | number | boolean | null][]) {
    const { max, code, kind } = specOf(name)
    if (value === null) continue
    if (kind === 'text' && String(value).length > max) {
      throw new Refusal('fieldTooLong', { label: labelOf(name), max: String(max) })
    }
    if (emails.includes(name) && !emailPattern.test(String(value))) throw new Refusal('invalidEmail')
    const offered = choices[name] ?? form.offered[code]
    if (offered && !offered.some((choice) => choice === value) && value !== stored?.[name]) {
      throw new Refusal('valueNotOffered', { label: labelOf(name) })
    }
  }
}
