import { jsonObject } from './json-text.ts'
import { prepared } from './prepared.ts'

// RES_FIELDS can name more sets of fields than a connection should keep statements for. The elements ask for very few.
const mostKept = 8

/**
 * A list's statement for each set of fields that is asked for; the first sets are prepared.
 * @param jsonOf SQL that gives a field's JSON text, by code
 * @param statement the statement around the SQL of a row's JSON text
 */
export function fieldStatements(
  jsonOf: ReadonlyMap<string, string>,
  statement: (row: string) => string
): (asked: readonly string[]) => string {
  const kept = new Map<string, string>()
  return (asked) => {
    const members = Object.fromEntries([...jsonOf].filter(([code]) => asked.includes(code)))
    const name = Object.keys(members).join()
    const known = kept.get(name)
    if (known !== undefined) return known
    const text = statement(jsonObject(members))
    if (kept.size < mostKept) kept.set(name, prepared(text))
    return text
  }
}
