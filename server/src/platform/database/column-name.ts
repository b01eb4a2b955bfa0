/** The column of a field: `postNominalTitle` is stored as `post_nominal_title`. */
export function columnName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The member for a column, as in the key of an audit entry: `provider_id` is `providerId`. */
export function memberName(column: string): string {
  return column.replaceAll(/_[a-z]/g, (part) => part.charAt(1).toUpperCase())
}

/** Returns the columns of these fields in the table of that alias, as SQL by name. */
export function columnsOf<Name extends string>(fields: Readonly<Record<Name, unknown>>, alias: string) {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, `${alias}.${columnName(name)}`])) as Record<
    Name,
    string
  >
}
