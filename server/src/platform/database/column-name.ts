/** The column of a field: `postNominalTitle` is stored as `post_nominal_title`. */
export function columnName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
