/** SQL of a person's name with its titles, out of the row `person` of `persons`. */
export function fullName(person: string): string {
  const parts = ['title', 'first_name', 'last_name', 'post_nominal_title'].map(
    (column) => `nullif(${person}.${column}, '')`
  )
  return `concat_ws(' ', ${parts.join(', ')})`
}

/** SQL to sort by a person's name: ICU's order without a language, the one that both databases have. */
export function nameOrder(person: string): string {
  return `${person}.last_name collate "und-x-icu", ${person}.first_name collate "und-x-icu"`
}
