import type { Asked } from '../texts/load.ts'

/**
 * Asks for a JSON file anew each time; the server may answer that it is unchanged. Part of the loader, so that the files are
 * on their way together with the code: while a chunk is evaluated no answer can be read, and each hop less is a round trip.
 */
export function ask(url: URL, life: AbortSignal): Asked {
  const json = fetch(url, { cache: 'no-cache', signal: life }).then((answer) =>
    answer.ok ? (answer.json() as Promise<unknown>) : Promise.reject(new Error(String(answer.status)))
  )
  // Whoever reads it deals with its failure; until then it is nobody's.
  json.catch(() => undefined)
  return { url, json }
}

/** A language's texts and the provider's own over them. */
export function askTexts(folder: URL, language: string, life: AbortSignal): readonly [Asked, Asked] {
  return [
    ask(new URL(`text.${language}.json`, folder), life),
    ask(new URL(`text.${language}.custom.json`, folder), life)
  ]
}
