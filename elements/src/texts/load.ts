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

/** Loads the texts that are shown, with the provider's own over them, from the folder. Throws FileError. */
export function loadTexts(folder: URL, signal?: AbortSignal): Promise<Texts> {
  return loadLanguage(folder, used, signal)
}

/** Loads the other languages. Throws FileError if one is missing, since the next version may show it. */
export async function loadOthers(folder: URL, signal?: AbortSignal): Promise<void> {
  const others = languages.filter((language) => language !== used)
  await Promise.all(others.map((language) => loadLanguage(folder, language, signal)))
}

async function loadLanguage(folder: URL, language: Language, signal?: AbortSignal): Promise<Texts> {
  const [main, custom] = await Promise.all([
    loadJson(new URL(`text.${language}.json`, folder), signal),
    loadJson(new URL(`text.${language}.custom.json`, folder), signal).catch(() => ({}))
  ])
  return { ...strings(main), ...strings(custom) }
}

/** A JSON file, asked for anew each time; the server may answer that it is unchanged. Throws FileError. */
function loadJson(url: URL, signal?: AbortSignal): Promise<unknown> {
  return readJson(url, fetch(url, { cache: 'no-cache', signal: signal ?? null }), signal)
}

/** The JSON of an answer that is on its way. Throws FileError. */
export async function readJson(url: URL, response: Promise<Response>, signal?: AbortSignal): Promise<unknown> {
  try {
    const answer = await response
    if (!answer.ok) throw new FileError(url)
    return await answer.json()
  } catch {
    signal?.throwIfAborted()
    throw new FileError(url)
  }
}

function strings(json: unknown): Texts {
  const entries = Object.entries(typeof json === 'object' && json !== null ? json : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
