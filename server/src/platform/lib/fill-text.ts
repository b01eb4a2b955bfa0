const placeholder = /\{(\w+)\}/g

/** Puts values in a text where it has `{name}`. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(placeholder, (_, name: string) => String(values[name] ?? ''))
}

/** Returns the names that a text, or one of its paragraphs, has in braces. */
export function placeholdersOf(text: string | readonly string[]): ReadonlySet<string> {
  return new Set([text].flat().flatMap((part) => [...part.matchAll(placeholder)].map(([, name = '']) => name)))
}
