import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Work that looks repeatedly for something to do; several processes may do it at once. */
export interface Repeated<Context> {
  readonly everyMs: number
  /** Whether the first look comes at once; true by default. */
  readonly atStart?: false
  /** @returns true if work is left, for which the next look comes at once */
  readonly run: (context: Context) => Promise<boolean | void>
}

/** @returns a function that stops the repetition, after a current look has ended */
export function runRepeatedly<Context extends { readonly log: FastifyBaseLogger }>(
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
