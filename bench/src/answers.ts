import { isSuccess, type Statuses } from './load/order.ts'
import type { Measurement } from './measurement.ts'

/** Returns the statuses with their numbers, such as '200 × 41, 503 × 1'. */
export const textOf = (statuses: Statuses): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ')

/** Counts the answers of a part's ordinary work, in which no call may be refused or fail. */
export interface AnswerCount {
  readonly add: (statuses: Statuses) => void
  readonly measured: () => Measurement
}

/** @param isExpected tells whether an answer belongs to ordinary work */
export function countAnswers(isExpected = isSuccess): AnswerCount {
  const counts: Record<string, number> = {}
  return {
    add(statuses) {
      for (const [status, count] of Object.entries(statuses)) counts[status] = (counts[status] ?? 0) + count
    },
    measured() {
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      const refused = textOf(Object.fromEntries(Object.entries(counts).filter(([status]) => !isExpected(status))))
      const isKept = all > 0 && refused === ''
      return {
        name: `refused calls in ordinary work, of ${all}`,
        ours: refused || 'none',
        floor: '–',
        ratio: '–',
        limit: 'none',
        kept: isKept
      }
    }
  }
}
