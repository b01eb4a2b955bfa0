import type { Text } from './texts.ts'

/** An id without a text shows itself, so that a missing one is seen; `showIds` puts it before every text. */
export function textsOf(texts: Readonly<Record<string, string>>, showIds: boolean): Text {
  return (id, values = {}) => {
    const text = texts[id] ?? id
    // Few have a place, and a list asks for hundreds with each key that is typed.
    const filled = text.includes('{')
      ? text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
      : text
    return showIds ? `${id} ${filled}` : filled
  }
}
