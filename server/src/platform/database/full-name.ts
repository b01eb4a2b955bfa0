const joined = (person: string, columns: readonly string[]) =>
  `concat_ws(' ', ${columns.map((column) => `nullif(${person}.${column}, '')`).join(', ')})`

/** SQL of a person's name with its titles, out of the row `person` of `persons`. */
export const fullName = (person: string): string =>
  joined(person, ['title', 'first_name', 'last_name', 'post_nominal_title'])

/** Returns the SQL of a person's name, without titles. */
export const firstAndLastName = (person: string): string => joined(person, ['first_name', 'last_name'])

/** Returns SQL to sort by a person's name in ICU's root order, which both databases have. */
export function nameOrder(person: string): string {
  return `${person}.last_name collate "und-x-icu", ${person}.first_name collate "und-x-icu"`
}
