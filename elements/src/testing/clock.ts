import { onTestFinished } from 'vitest'
import { timers } from '../lib/timers.ts'

/** A clock that stands still until the test moves it. */
export interface TestClock {
  /** How long the waiting ones wait from the moment they began, in ms. */
  readonly waiting: () => number[]
  /** Lets that much time pass. */
  readonly pass: (ms: number) => void
}

export function stopClock(): TestClock {
  const before = timers.after
  let now = 0
  let waiting: { ms: number; due: number; run: () => void }[] = []
  timers.after = (ms, run) => {
    const timer = { ms, due: now + ms, run }
    waiting.push(timer)
    return () => void (waiting = waiting.filter((one) => one !== timer))
  }
  onTestFinished(() => void (timers.after = before))
  return {
    waiting: () => waiting.map(({ ms }) => ms),
    pass(ms) {
      now += ms
      const due = waiting.filter((timer) => timer.due <= now)
      waiting = waiting.filter((timer) => timer.due > now)
      for (const { run } of due) run()
    }
  }
}
