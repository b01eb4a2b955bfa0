import names from './field-names.json' with { type: 'json' }

/** The screen's name of a field without a description. */
export const noDescription = 'Bezeichnung'

/**
 * Returns a field's name for sentences about fields that the shop's lists do not describe: after the resource's prefix,
 * the rest of a code means the same everywhere.
 */
export function fieldName(code: string): string {
  const word = code.replace(/^[A-Z]{3}_/, '')
  const [, base = '', number = ''] = /^(\D+)(\d+)$/.exec(word) ?? []
  const known: Readonly<Record<string, string>> = names
  if (known[word] !== undefined) return known[word]
  return known[base] === undefined ? noDescription : `${known[base]} ${number}`
}
