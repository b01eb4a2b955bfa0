const placeholder = /\{(\w+)\}/g

/** Replaces each `{name}` in a text by its value; a number looks like `9.500`. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(placeholder, (_, name: string) => (values[name] ?? '').toLocaleString('de-DE'))
}

/** Returns the names in braces in a text, or in one of its paragraphs. */
export function placeholdersOf(text: string | readonly string[]): ReadonlySet<string> {
  return new Set([text].flat().flatMap((part) => [...part.matchAll(placeholder)].map(([, name = '']) => name)))
}
