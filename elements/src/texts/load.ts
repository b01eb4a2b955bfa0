/** Text ids to texts. */
export type Texts = Readonly<Record<string, string>>

/** A JSON file that was asked for before the code was there that reads it. */
export interface Asked {
  readonly url: URL
  /** Rejects with whatever the browser or the parser says. */
  readonly json: Promise<unknown>
}

/** A file that a page cannot do without. Its message is the one of section 8. */
class FileError extends Error {
  constructor(readonly url: URL) {
    super(`Could not load file ${url.href}`)
    this.name = 'FileError'
  }
}

/** A language's texts with the provider's own over them, which need not be there. Throws FileError. */
export async function readTexts([main, custom]: readonly [Asked, Asked], life: AbortSignal): Promise<Texts> {
  const [texts, own] = await Promise.all([readJson(main, life), custom.json.catch(() => ({}))])
  return { ...strings(texts), ...strings(own) }
}

/** What was asked for. Throws FileError, or the reason of `life` if that ended it. */
export async function readJson({ url, json }: Asked, life: AbortSignal): Promise<unknown> {
  try {
    return await json
  } catch {
    life.throwIfAborted()
    throw new FileError(url)
  }
}

function strings(json: unknown): Texts {
  const entries = Object.entries(typeof json === 'object' && json !== null ? json : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
