import { type Language, languages } from '@customer-center/contract/runtime-config'

/** Text ids to texts. */
export type Texts = Readonly<Record<string, string>>

/** Section 1: all three languages are loaded, and the Austrian one is used. */
const used: Language = 'at'

/** A file that a page cannot do without. Its message is the one of section 8. */
export class FileError extends Error {
  constructor(readonly url: URL) {
    super(`Could not load file ${url.href}`)
    this.name = 'FileError'
  }
}

/** Loads `text.{at,de,ch}.json` and their custom files below `folder`. Throws FileError if a main file is missing. */
export async function loadTexts(folder: URL, signal?: AbortSignal): Promise<Texts> {
  const all = await Promise.all(languages.map((language) => loadLanguage(folder, language, signal)))
  return all[languages.indexOf(used)] ?? {}
}

async function loadLanguage(folder: URL, language: Language, signal?: AbortSignal): Promise<Texts> {
  const [main, custom] = await Promise.all([
    loadJson(new URL(`text.${language}.json`, folder), signal),
    loadJson(new URL(`text.${language}.custom.json`, folder), signal).catch(() => ({}))
  ])
  return { ...strings(main), ...strings(custom) }
}

/** A JSON file, asked for anew each time; the server may answer that it is unchanged. Throws FileError. */
export async function loadJson(url: URL, signal?: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(url, { cache: 'no-cache', signal: signal ?? null })
    if (!response.ok) throw new FileError(url)
    return await response.json()
  } catch {
    signal?.throwIfAborted()
    throw new FileError(url)
  }
}

function strings(json: unknown): Texts {
  const entries = Object.entries(typeof json === 'object' && json !== null ? json : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
