// Text of SQL, made once when the module is loaded: Kysely would assemble and compile a list's statement anew for each request,
// which took Node longer than all else it did for it. Nothing out of a request ever stands in these texts, only in parameters.
//
// PostgreSQL's own json_build_object looks up the type of each member of each row: an event list of 200 documents took 1.6 ms
// with it and 1.2 ms with the members joined as text (PostgreSQL 15, a million documents). to_json is left to what has to be
// escaped; for a number or a date it takes longer than the value's own text.

/** JSON text of a text; SQL null becomes `null`, here and below. */
export function jsonText(value: string): string {
  return `coalesce(to_json(${value})::text, 'null')`
}

/** JSON text of an integer or a boolean. */
export function jsonLiteral(value: string): string {
  return `coalesce((${value})::text, 'null')`
}

/** JSON text of a date (`yyyy-MM-dd`), or of another text that holds nothing to escape. */
export function jsonPlain(value: string): string {
  return `coalesce('"' || (${value})::text || '"', 'null')`
}

/** JSON text of an object; the members' values are SQL that gives JSON text, from the functions around this one. */
export function jsonObject(members: Readonly<Record<string, string>>): string {
  const parts = Object.entries(members).map(
    ([name, value], index) => `'${index === 0 ? '{' : ','}"${name}":' || ${value}`
  )
  return `${parts.join(' || ')} || '}'`
}

/** JSON text of an aggregated array, `[]` over no row; `order` is what follows ORDER BY. */
export function jsonArray(element: string, order: string): string {
  return `'[' || coalesce(string_agg(${element}, ',' order by ${order}), '') || ']'`
}
