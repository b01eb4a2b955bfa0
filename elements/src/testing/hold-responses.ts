import { onTestFinished } from 'vitest'

/** Delays the responses to calls of a method until the returned function is called. */
export function holdResponses(method: string): () => void {
  const real = window.fetch
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  window.fetch = async (input, init) => {
    const response = await real(input, init)
    if (init?.method === method) await released
    return response
  }
  onTestFinished(() => {
    release()
    window.fetch = real
  })
  return () => release()
}

/**
 * Delays the first response for a path, or the first after `others`, until the returned function is called, even if the
 * call is aborted: it may arrive after the response to a newer call.
 */
export function holdFirstResponse(path: string, others = 0): () => void {
  const real = window.fetch
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  let calls = 0
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!url.pathname.endsWith(path) || calls++ !== others) return real(input, init)
    const response = await real(input, { ...init, signal: null })
    const body = await response.text()
    await released
    return new Response(body, response)
  }
  onTestFinished(() => {
    release()
    window.fetch = real
  })
  return () => release()
}
