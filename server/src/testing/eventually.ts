import { vi } from 'vitest'

/** Waits until a look succeeds, for what sends no signal when it is done. */
export function eventually<Result>(look: () => Promise<Result> | Result): Promise<Result> {
  return vi.waitFor(look, { timeout: 60_000, interval: 20 })
}
