import type { FieldTable } from '@customer-center/contract/field-codes'
import { type RawBuilder, sql } from 'kysely'

/** How the shop's form shows one field. */
export interface FieldRule {
  readonly code: string
  readonly label: string | null
  readonly required: boolean
  readonly readOnly: boolean
  readonly hidden: boolean
}

/** What the shop's lists say of the fields that a write touches. A field that no list names is free. */
export interface FormRules {
  readonly fields: readonly FieldRule[]
  /** The keys that a drop-down offers, by field code; a field without a list takes any text. */
  readonly offered: Readonly<Record<string, readonly string[]>>
}

export const noFormRules: FormRules = { fields: [], offered: {} }

/**
 * The rules of a form as a column of a query, so that they come with the row that is locked and cost no round trip of their
 * own. They are not kept in memory: several processes serve one database, and a changed list shall count with the next save.
 * @param names the fields that the write touches; left out, all of the form (a new row must have its required ones)
 */
export function formRules<Fields extends FieldTable>(
  company: number,
  form: 'customer' | 'contact',
  fields: Fields,
  names: readonly string[] = Object.keys(fields)
): RawBuilder<FormRules> {
  const codes = names.flatMap((name) => fields[name]?.code ?? [])
  return sql<FormRules>`json_build_object(
    'fields', (
      select coalesce(json_agg(json_build_object('code', const_name, 'label', description, 'required', required,
                                                 'readOnly', read_only, 'hidden', display_mode = 0)
                               order by position), '[]')
      from field_descriptors
      where company = ${company} and form = ${form} and const_name = any(${codes}::text[])),
    'offered', (
      select coalesce(json_object_agg(field, keys), '{}')
      from (select field, json_agg(key) as keys from possible_values
            where company = ${company} and field = any(${codes}::text[]) group by field) lists))`
}
