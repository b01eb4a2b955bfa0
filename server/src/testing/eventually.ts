import { vi } from 'vitest'

/** Waits until a look succeeds, where the end sends no signal. */
export function eventually<Result>(look: () => Promise<Result> | Result): Promise<Result> {
  return vi.waitFor(look, { timeout: 60_000, interval: 20 })
}
