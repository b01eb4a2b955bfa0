import { anySignal } from '../lib/abort-signal.ts'

/** Limits of one answer: the time until its last byte in ms, and its bytes. */
export const answerLimits = { ms: 60_000, bytes: 100_000_000 }

/**
 * Returns a fetch that waits and reads no longer than the limits, and follows no redirect of a request with a body: with
 * 307 or 308 Node hands rows and passwords on to whatever host the backend names.
 */
export function boundedFetch(fetch: typeof globalThis.fetch, { ms, bytes } = answerLimits): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { method = 'GET', signal } = init
    const end = AbortSignal.timeout(ms)
    const response = await fetch(input, {
      ...init,
      redirect: method === 'GET' ? 'follow' : 'manual',
      signal: signal ? anySignal([signal, end]) : end
    })
    const { status, statusText, headers, url } = response
    let left = bytes
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, stream) {
        left -= chunk.length
        if (left < 0) stream.error(new Error(`The answer has more than ${bytes} bytes.`))
        else stream.enqueue(chunk)
      }
    })
    const copy = new Response(response.body?.pipeThrough(counted) ?? null, { status, statusText, headers })
    return Object.defineProperty(copy, 'url', { value: url })
  }
}
