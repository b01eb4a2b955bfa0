import { expect, test } from 'vitest'
import { demoEvents, addDays } from './events.ts'

const holidays = /-(?:01-01|01-06|05-01|08-15|10-26|11-01|12-08|12-25|12-26)$/

test('on whichever day the demo is made, no event is on a public holiday or at a weekend', () => {
  const free = Array.from({ length: 366 }, (_, index) => addDays('2026-01-01', index))
    .flatMap(demoEvents)
    .flatMap(({ from, days }) => Array.from({ length: days }, (_, index) => addDays(from, index)))
    .filter((day) => holidays.test(day) || [0, 6].includes(new Date(day).getUTCDay()))
  expect(free).toEqual([])
})
