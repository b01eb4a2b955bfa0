import type { Text } from './texts.ts'

/** An id without a text shows itself, so that a missing one is seen; `showIds` puts it before every text. */
export function textsOf(texts: Readonly<Record<string, string>>, showIds: boolean): Text {
  return (id, values = {}) => {
    const text = texts[id] ?? id
    const filled = text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
    return showIds ? `${id} ${filled}` : filled
  }
}
