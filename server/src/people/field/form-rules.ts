import type { FieldTable } from '@customer-center/contract/field-codes'

/**
 * SQL of a form's rules (`FormRules`) as a column of a query, so that they come with the row and cost no round trip.
 * They are not cached: several processes serve one database, and a changed list counts with the next save.
 * @param company SQL of the provider's company
 * @param codes SQL of an array with the codes of the fields that the write touches, see `codesOf`
 */
export function formRules(form: 'customer' | 'contact', company: string, codes: string): string {
  return `json_build_object(
    'fields', (
      select coalesce(json_agg(json_build_object('code', const_name, 'label', description, 'required', required,
                                                 'readOnly', read_only, 'hidden', display_mode = 0)
                               order by position), '[]')
      from field_descriptors
      where company = ${company} and form = '${form}' and const_name = any(${codes}::text[])),
    'offered', (
      select coalesce(json_object_agg(field, keys), '{}')
      from (select field, json_agg(key) as keys from possible_values
            where company = ${company} and field = any(${codes}::text[]) group by field) lists))`
}

/** The codes of fields; left out, of all, because a new row must have the required ones. */
export function codesOf(fields: FieldTable, names: readonly string[] = Object.keys(fields)): string[] {
  return names.flatMap((name) => fields[name]?.code ?? [])
}
