/** Ends what stays silent. */
export interface Silence {
  readonly signal: AbortSignal
  /** The answer, each piece of which counts as a sign of life: a large document may take as long as its bytes flow. */
  heard: (response: Response) => Response
  stop: () => void
}

/** Listens from now on; the signal aborts after `limit` ms without a sign of life. */
export function listen(limit: number): Silence {
  const controller = new AbortController()
  let timer = 0
  const alive = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => controller.abort(), limit)
  }
  alive()
  return {
    signal: controller.signal,
    heard(response) {
      alive()
      const pieces = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(piece, out) {
          alive()
          out.enqueue(piece)
        }
      })
      const { status, statusText, headers } = response
      // An answer that may have no body (204, 304) must not be given one.
      return response.body ? new Response(response.body.pipeThrough(pieces), { status, statusText, headers }) : response
    },
    stop: () => clearTimeout(timer)
  }
}
