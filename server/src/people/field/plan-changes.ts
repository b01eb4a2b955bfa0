import type { FieldTable, FieldSpec, FieldValues, Id } from '@customer-center/contract/field-codes'
import { emailPattern } from '@customer-center/contract/input-patterns'
import { Refusal, type RefusalName } from '../../platform/http/refusal.ts'
import { changedValues } from '../../records/rows/values.ts'
import { fieldName, noDescription } from '../../records/saving/field-name.ts'

/**
 * SQL of a form's rules (`FormRules`) as a column of a query, so that they come with the row and cost no round trip.
 * They are not cached: several processes serve one database, and a changed list counts with the next save.
 * @param company SQL of the provider's company
 * @param codes SQL of an array with the codes of the fields that the write touches, see `codesOf`
 */
export function formRules(form: 'customer' | 'contact', provider: string, codes: string): string {
  return `json_build_object(
    'fields', (
      select coalesce(json_agg(json_build_object('code', const_name, 'label', description, 'required', required,
                                                 'readOnly', read_only, 'hidden', display_mode = 0)
                               order by position), '[]')
      from field_descriptors
      where provider_id = ${provider} and form = '${form}' and const_name = any(${codes}::text[])),
    'offered', (
      select coalesce(json_object_agg(field, keys), '{}')
      from (select field, json_agg(key) as keys from possible_values
            where provider_id = ${provider} and field = any(${codes}::text[]) group by field) lists))`
}

/** Returns the codes of the named fields; by default of all fields, because a new row must have the required ones. */
export function codesOf(fields: FieldTable, names: readonly string[] = Object.keys(fields)): string[] {
  return names.flatMap((name) => fields[name]?.code ?? [])
}

type Name<Fields> = keyof Fields & string

/** The display of one field in the shop's form. */
interface FieldRule {
  readonly code: string
  readonly label: string | null
  readonly required: boolean
  readonly readOnly: boolean
  readonly hidden: boolean
}

/** The rules of the shop's lists for the fields that a write touches. A field that no list names may have any value. */
export interface FormRules {
  readonly fields: readonly FieldRule[]
  /** The keys that a drop-down offers, by field code; a field without a list takes any text. */
  readonly offered: Readonly<Record<string, readonly string[]>>
}

interface Conditions<Fields extends FieldTable> {
  /** The stored values; null when the row is new. */
  readonly stored: Partial<FieldValues<Fields>> | null
  /** Default values of a new row; a client that sends the whole object repeats them. */
  readonly initial?: Partial<FieldValues<Fields>>
  /** The shop's own lists for this form. */
  readonly form?: FormRules
  /** Tells whether the actor may change a field; default: every writable field. */
  readonly mayChange?: (name: Name<Fields>) => boolean
  /** Fields that may never be empty, whatever the lists say. */
  readonly required?: readonly Name<Fields>[]
  /** Fields that hold an e-mail address. */
  readonly emails?: readonly Name<Fields>[]
  /** Fixed choices, such as salutations. */
  readonly choices?: { readonly [Field in Name<Fields>]?: readonly (string | number)[] }
}

/**
 * Refuses a write that is based on an outdated version; a write without a VERSION is always accepted.
 * @throws Refusal `staleData`
 */
export function checkVersion(stored: number, sent: number | null): void {
  if (sent !== null && sent !== stored) throw new Refusal('staleData')
}

/** Refuses keys that name another row, as if that row did not exist. */
export function checkKeys(sent: object, own: Readonly<Record<string, Id | null>>, refusal: RefusalName): void {
  if (Object.entries(sent).some(([name, value]) => value !== own[name])) throw new Refusal(refusal)
}

/**
 * Returns a write's differences from the stored row, checked against rights, lists and lengths. A client may send the
 * whole object, so no rule applies to unchanged values: they need no right, and a choice that is no longer offered may
 * stay.
 * @throws Refusal `fieldNotWritable`, `fieldTooLong`, `requiredFieldMissing`, `invalidEmail`, `valueNotOffered`
 */
export function planChanges<Fields extends FieldTable>(
  fields: Fields,
  values: Partial<FieldValues<Fields>>,
  { stored, initial = {}, form, mayChange = () => true, required = [], emails = [], choices = {} }: Conditions<Fields>
): Partial<FieldValues<Fields>> {
  const changed = changedValues(stored ?? initial, values)
  const specOf = (name: Name<Fields>) => fields[name] as FieldSpec
  const ruleOf = (name: Name<Fields>) => form?.fields.find(({ code }) => code === specOf(name).code)
  const isRefused = (name: Name<Fields>) => {
    const { use } = specOf(name)
    const { readOnly = false, hidden = false } = ruleOf(name) ?? {}
    return (use !== 'both' && use !== 'write') || readOnly || hidden || !mayChange(name)
  }
  // A refusal names a missing field by its label on the screen, even if the label says little.
  const labelOf = (name: Name<Fields>) => {
    const rule = ruleOf(name)
    return rule ? rule.label || noDescription : fieldName(specOf(name).code)
  }
  const isRequired = (name: Name<Fields>) => required.includes(name) || ruleOf(name)?.required === true

  for (const name of Object.keys(changed) as Name<Fields>[]) {
    if (!isRefused(name)) continue
    throw new Refusal('fieldNotWritable', { label: ruleOf(name)?.label || fieldName(specOf(name).code) })
  }
  // Only the changes of a stored row are checked. A hidden or read-only field is not required, since nobody could fill
  // it in.
  const checked = (stored === null ? Object.keys(fields) : Object.keys(changed)) as Name<Fields>[]
  for (const name of checked) {
    if ((changed[name] ?? null) !== null || !isRequired(name) || isRefused(name)) continue
    throw new Refusal('requiredFieldMissing', { label: labelOf(name) })
  }
  for (const [name, value] of Object.entries(changed) as [Name<Fields>, string | number | boolean | null][]) {
    const { max, code, kind } = specOf(name)
    if (value === null) continue
    if (kind === 'text' && String(value).length > max) {
      throw new Refusal('fieldTooLong', { label: labelOf(name), max: String(max) })
    }
    if (emails.includes(name) && !emailPattern.test(String(value))) throw new Refusal('invalidEmail')
    const offered = choices[name] ?? form?.offered[code]
    if (offered && !offered.some((choice) => choice === value)) {
      throw new Refusal('valueNotOffered', { label: labelOf(name) })
    }
  }
  return changed
}
