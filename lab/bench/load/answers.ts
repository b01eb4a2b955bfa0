import type { Measurement } from '../../trial/measurement.ts'
import type { Statuses } from './order.ts'

export const isSuccess = (status: string): boolean => /^2\d\d$/.test(status)

/** Returns the statuses with their numbers, such as '200 × 41, 503 × 1'. */
export const textOf = (statuses: Statuses): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ')

export type AnswerCount = ReturnType<typeof countAnswers>

/** Counts the answers of a part's ordinary work, in which no call may be refused or fail. */
export function countAnswers(isExpected = isSuccess) {
  const counts: Record<string, number> = {}
  return {
    add(statuses: Statuses): void {
      for (const [status, count] of Object.entries(statuses)) counts[status] = (counts[status] ?? 0) + count
    },
    measured(): Measurement {
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      const refused = textOf(Object.fromEntries(Object.entries(counts).filter(([status]) => !isExpected(status))))
      const name = `refused calls in ordinary work, of ${all}`
      return { name, ours: refused || 'none', floor: '–', ratio: '–', limit: 'none', kept: all > 0 && refused === '' }
    }
  }
}
