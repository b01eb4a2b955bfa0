/** A JSON file whose request was started before the code was loaded that reads it. */
export interface JsonFile {
  readonly url: URL
  /** Rejects with the error of the browser or the parser. */
  readonly json: Promise<unknown>
}

/** Error for a missing file without which a page cannot work. People see the message. */
class FileError extends Error {
  readonly url: URL

  constructor(url: URL) {
    super(`Could not load file ${url.href}`)
    this.name = 'FileError'
    this.url = url
  }
}

/** @throws FileError, or the reason of `signal` if that was aborted */
export async function readJson({ url, json }: JsonFile, signal: AbortSignal): Promise<unknown> {
  try {
    return await json
  } catch {
    signal.throwIfAborted()
    throw new FileError(url)
  }
}
