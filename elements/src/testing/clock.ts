import { onTestFinished } from 'vitest'
import { clock } from '../client/clock.ts'

/** A clock that stands still until the test moves it. */
export interface TestClock {
  /** How long the waiting ones wait from the moment they began, in ms. */
  readonly waiting: () => number[]
  /** Lets that much time pass. */
  readonly pass: (ms: number) => void
}

export function stopClock(): TestClock {
  const before = clock.after
  let now = 0
  let timers: { ms: number; due: number; run: () => void }[] = []
  clock.after = (ms, run) => {
    const timer = { ms, due: now + ms, run }
    timers.push(timer)
    return () => void (timers = timers.filter((one) => one !== timer))
  }
  onTestFinished(() => void (clock.after = before))
  return {
    waiting: () => timers.map(({ ms }) => ms),
    pass(ms) {
      now += ms
      const due = timers.filter((timer) => timer.due <= now)
      timers = timers.filter((timer) => timer.due > now)
      for (const { run } of due) run()
    }
  }
}
