import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Work that looks again and again whether there is something to do; several processes may do it at once. */
export interface Repeated<Context> {
  readonly everyMs: number
  /** Whether it looks for the first time at once; default: it does. */
  readonly atStart?: false
  /** @returns true where it has left work that it does at once, in its next look */
  readonly run: (context: Context) => Promise<boolean | void>
}

/** @returns a function that ends it, once a running one has ended */
export function repeat<Context extends { readonly log: FastifyBaseLogger }>(
  context: Context,
  all: readonly Repeated<Context>[]
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping

  async function go({ everyMs, atStart, run }: Repeated<Context>): Promise<void> {
    const rest = () => pause(everyMs, undefined, { signal }).catch(() => undefined)
    if (atStart === false) await rest()
    while (!signal.aborted) {
      const hasMore = await run(context).catch((error: unknown) =>
        context.log.warn({ err: error }, 'repeated work failed; it goes on')
      )
      if (hasMore !== true) await rest()
    }
  }

  const going = all.map(go)
  return async () => {
    stopping.abort()
    await Promise.all(going)
  }
}
