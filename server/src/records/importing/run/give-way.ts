import { setTimeout as wait } from 'node:timers/promises'
import type { ImportContext } from '../import.ts'

/** Number of rows of a batch while people are served, and the rest after it as a multiple of its duration. */
export const whileServing = { rows: 200, rest: 2 }

/** Tells whether people wait for this process; within a transaction, a rest would only prolong the locks. */
export const yieldsToRequests = ({ db, isServing = () => false }: ImportContext): boolean =>
  !db.isTransaction && isServing()

export async function pauseAfter(context: ImportContext, took: number): Promise<void> {
  if (yieldsToRequests(context)) await wait(took * whileServing.rest)
}
