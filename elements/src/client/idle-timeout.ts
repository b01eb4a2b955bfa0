/** Starts a timeout whose signal is aborted after `ms` without a byte. */
export function startIdleTimeout(ms: number) {
  const controller = new AbortController()
  let timer = 0
  const restart = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => controller.abort(), ms)
  }
  restart()
  return {
    signal: controller.signal,
    /**
     * Returns the same response, every chunk of which restarts the timeout: a large document may take as long as its
     * bytes flow.
     */
    watch(response: Response) {
      restart()
      const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, stream) {
          restart()
          stream.enqueue(chunk)
        }
      })
      const { status, statusText, headers } = response
      // The constructor throws for a body where the status allows none (204, 304).
      return response.body
        ? new Response(response.body.pipeThrough(watched), { status, statusText, headers })
        : response
    },
    clear: () => clearTimeout(timer)
  }
}
