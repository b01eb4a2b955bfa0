import { type JsonFile, readJson } from '../lib/json-file.ts'
import type { Text } from './texts.ts'

/** Text ids to texts. */
export type Texts = Readonly<Record<string, string>>

/** A language's texts, and the provider's changes to them, which may be missing. */
export interface TextFiles {
  readonly standard: JsonFile
  readonly custom: Promise<unknown>
}

/** Merges the two files. Throws FileError. */
export async function readTexts({ standard, custom }: TextFiles, signal: AbortSignal): Promise<Texts> {
  const [texts, changes] = await Promise.all([readJson(standard, signal), custom.catch(() => ({}))])
  const entries = [texts, changes].flatMap((file) => Object.entries(file && typeof file === 'object' ? file : {}))
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/**
 * Creates a text lookup. An id without a text is shown itself, so that somebody notices the missing text; `showIds`
 * puts the id before every text.
 *
 * @param own texts of the page, which come before those of the files; a value that is no text counts as missing
 */
export function createText(texts: Texts, showIds: boolean, own: object | null): Text {
  const given = { ...own } as Readonly<Record<string, unknown>>
  return (id, values = {}) => {
    const text = typeof given[id] === 'string' ? given[id] : (texts[id] ?? id)
    // Numbers look like "10.000"; the Austrian locale would put a space. Few texts have a placeholder, and a list asks
    // for hundreds with each key that is typed.
    const filled = text.includes('{')
      ? text.replace(/\{(\w+)\}/g, (placeholder, name: string) => (values[name] ?? placeholder).toLocaleString('de'))
      : text
    return showIds ? `${id} ${filled}` : filled
  }
}
