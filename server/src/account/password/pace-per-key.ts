import { setTimeout as rest } from 'node:timers/promises'

/**
 * Runs the work of each key one after the other, with rests between: a key takes at most one `share`th of the time,
 * however much is asked for at once. A caller who asks now and then does not wait.
 */
export function pacePerKey(share: number): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const lines = new Map<string, Promise<void>>()
  return async (key, work) => {
    let begun = 0
    const done = (lines.get(key) ?? Promise.resolve()).then(() => {
      begun = performance.now()
      return work()
    })
    const line = done
      .catch(() => undefined)
      .then(() => rest((performance.now() - begun) * (share - 1), undefined, { ref: false }))
      .then(() => {
        if (lines.get(key) === line) lines.delete(key)
      })
    lines.set(key, line)
    return done
  }
}
