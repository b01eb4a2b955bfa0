import { sql, type Transaction } from 'kysely'
import { errorCode, isConnectionLost, isDataError } from './errors.ts'
import type { Db, Tables } from './query.ts'

/** Error of a write whose row somebody else has written since it was read; nothing was written. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict'
}

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const maxDatabaseConflicts = 5

/**
 * Repeats the work while other writers change the same rows between its reading and its writing. Each `WriteConflict`
 * means that another writer has finished, so the writers together make progress. Work that PostgreSQL itself cancelled
 * is retried a few times only.
 */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let givenUp = 0; ;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof WriteConflict) continue
      givenUp += 1
      const isConflict = [serializationFailure, deadlockDetected].includes(errorCode(error))
      if (!isConflict || givenUp === maxDatabaseConflicts) throw error
    }
  }
}

/**
 * Runs the work in a transaction, which is rolled back when it throws.
 * @param work may run several times (see `retryOnConflict`), so it touches nothing but the database
 */
export function inTransaction<Result>(db: Db, work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  return retryOnConflict(() => onceAgainIfLost(db, work))
}

/** Runs the work in the current transaction, or in a new one. */
export function inSameTransaction<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : inTransaction(db, work)
}

/** Runs the work in a transaction that is rolled back in any case. */
export async function inDryRun<Result>(db: Db, work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  const trx = await db.startTransaction().execute()
  try {
    return await work(trx)
  } finally {
    await trx.rollback().execute()
  }
}

/**
 * Runs the work in a part of a transaction, which is undone if the database refuses what it writes: the transaction goes
 * on. After any other error nothing can be said of the connection, and the transaction ends.
 * @param isUndone whether the part is undone in any case
 */
export async function inSavepoint<Result>(trx: Db, work: () => Promise<Result>, isUndone = false): Promise<Result> {
  // One within another hides it until its own end, so that a single name is enough.
  const end = async (undo: boolean) => {
    if (undo) await sql`rollback to savepoint part`.execute(trx)
    await sql`release savepoint part`.execute(trx)
  }
  await sql`savepoint part`.execute(trx)
  try {
    const result = await work()
    await end(isUndone)
    return result
  } catch (error) {
    if (isDataError(error)) await end(true)
    throw error
  }
}

/**
 * Repeats the work once on another connection if the first connection was lost before the commit was sent, when nothing
 * can have been written. After a commit without an answer the outcome is unknown: the caller has to decide.
 */
async function onceAgainIfLost<Result>(db: Db, work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  let isDone = false
  const run = () =>
    db.transaction().execute(async (trx) => {
      const result = await work(trx)
      isDone = true
      return result
    })
  try {
    return await run()
  } catch (error) {
    if (isDone || !isConnectionLost(error)) throw error
    return run()
  }
}
