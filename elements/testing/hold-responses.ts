import { onTestFinished } from 'vitest'

/** Replaces `fetch` for one test, by one that may wait until the returned function is called. */
function replaceFetch(make: (real: typeof fetch, released: Promise<void>) => typeof fetch): () => void {
  const real = window.fetch
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  window.fetch = make(real, released)
  onTestFinished(() => {
    release()
    window.fetch = real
  })
  return release
}

/** Delays the responses to calls of a method until the returned function is called. */
export function holdResponses(method: string): () => void {
  return replaceFetch((real, released) => async (input, init) => {
    const response = await real(input, init)
    if (init?.method === method) await released
    return response
  })
}

/**
 * Delays the first response for a path, or the first after `others`, until the returned function is called, even if the
 * call is aborted: it may arrive after the response to a newer call.
 */
export function holdFirstResponse(path: string, others = 0): () => void {
  let calls = 0
  return replaceFetch((real, released) => async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!url.pathname.endsWith(path) || calls++ !== others) return real(input, init)
    const response = await real(input, { ...init, signal: null })
    const body = await response.text()
    await released
    return new Response(body, response)
  })
}
