import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'

/**
 * Returns a signal that aborts once the answer has been sent or its client has gone, and nobody waits for it any more;
 * soon after the call if that has happened already.
 */
export function untilClosed(response: ServerResponse): AbortSignal {
  const closed = new AbortController()
  finished(response, () => closed.abort())
  return closed.signal
}
