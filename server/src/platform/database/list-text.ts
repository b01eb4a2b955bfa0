// PostgreSQL sends the values of a list, each as JSON text, and Node puts the names before them: a list of 200 contacts is 41 KB
// with its names and 12 KB without, and each kilobyte costs PostgreSQL, the socket and Node more than writing a name does. The
// separators are control characters, which never stand bare in JSON text, so no stored value can be taken for two.
const separators = ['\u001f', '\u001e'] as const

/** SQL of a value's JSON text (null for null), from the functions below, or the list that a member holds. */
type Member = string | ListText

/** A list in SQL and in Node. */
export interface ListText {
  /** SQL of the aggregate that goes with `write`; null over no row. */
  readonly sql: string
  /** The JSON text of the list that `sql` gave. */
  readonly write: (text: string | null) => string
}

/** JSON text of a text. */
export function textValue(value: string): string {
  return `to_json(${value})`
}

/** JSON text of a boolean; an integer is its own. */
export function flagValue(value: string): string {
  return `(${value})::text`
}

/** JSON text of a date (`yyyy-MM-dd`), or of another text that holds nothing to escape. */
export function plainValue(value: string): string {
  return `'"' || (${value})::text || '"'`
}

const escaped = (separator: string): string => `chr(${separator.codePointAt(0)})`

/**
 * The text of a list of objects, in SQL and in Node.
 * @param order what follows ORDER BY
 * @param depth 1 for the list in a member of another
 */
export function listText(members: Readonly<Record<string, Member>>, order: string, depth: 0 | 1 = 0): ListText {
  const separator = separators[depth]
  const values = Object.values(members)
  const columns = values.map((member) => (typeof member === 'string' ? member : member.sql))
  const names = Object.keys(members).map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const inner = values.map((member) => (typeof member === 'string' ? undefined : member.write))
  const between = escaped(separator)
  return {
    sql: `string_agg(concat(${columns.join(`, ${between}, `)}), ${between} order by ${order})`,
    write(text) {
      if (text === null) return '[]'
      const found = text.split(separator)
      let json = '['
      for (let at = 0; at < found.length; at += names.length) {
        if (at > 0) json += ','
        for (let index = 0; index < names.length; index += 1) {
          const value = found[at + index] ?? ''
          const write = inner[index]
          json += names[index]
          json += write ? write(value) : value || 'null'
        }
        json += '}'
      }
      return `${json}]`
    }
  }
}
