import type { Text } from './texts.ts'

/** An id without a text shows itself, so that a missing one is noticed; `showIds` puts the id before every text. */
export function createText(texts: Readonly<Record<string, string>>, showIds: boolean): Text {
  return (id, values = {}) => {
    const text = texts[id] ?? id
    // Few texts have a placeholder, and a list asks for hundreds with each key that is typed.
    const filled = text.includes('{')
      ? text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
      : text
    return showIds ? `${id} ${filled}` : filled
  }
}
