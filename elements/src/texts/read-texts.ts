import { type JsonFile, readJson } from '../lib/json-file.ts'

/** Text ids to texts. */
export type Texts = Readonly<Record<string, string>>

/** A language's texts, and the provider's changes to them, which may be missing. */
export interface TextFiles {
  readonly standard: JsonFile
  readonly custom: JsonFile
}

/** Merges the two files. Throws FileError. */
export async function readTexts({ standard, custom }: TextFiles, signal: AbortSignal): Promise<Texts> {
  const [texts, changes] = await Promise.all([readJson(standard, signal), custom.json.catch(() => ({}))])
  return { ...stringsOf(texts), ...stringsOf(changes) }
}

function stringsOf(json: unknown): Texts {
  const entries = Object.entries(typeof json === 'object' && json !== null ? json : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
