import type { Text } from './texts.ts'

/**
 * Creates a text lookup. An id without a text shows itself, so that a missing one is noticed; `showIds` puts the id
 * before every text.
 *
 * @param own texts of the page, which come before those of the files; a value that is no text counts as missing
 */
export function createText(texts: Readonly<Record<string, string>>, showIds: boolean, own: object | null): Text {
  const given = { ...own } as Readonly<Record<string, unknown>>
  return (id, values = {}) => {
    const text = typeof given[id] === 'string' ? given[id] : (texts[id] ?? id)
    // Few texts have a placeholder, and a list asks for hundreds with each key that is typed.
    const filled = text.includes('{')
      ? text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
      : text
    return showIds ? `${id} ${filled}` : filled
  }
}
