import type { Transaction } from 'kysely'
import { errorCode, isConnectionLost } from './errors.ts'
import type { Db } from './query.ts'
import type { Tables } from './tables.ts'

/** The error that somebody else has written the row since it was read; nothing was written here. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict'
}

const serializationFailure = '40001'
const deadlockDetected = '40P01'
const mostDatabaseConflicts = 5

/**
 * Runs the work again for as long as others write the same rows between its reading and its writing. After a
 * `WriteConflict` one of the others is done, so among the writers here somebody always finishes. Work that PostgreSQL
 * itself gave up is tried a few times only.
 */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let givenUp = 0; ;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof WriteConflict) continue
      givenUp += 1
      const isConflict = [serializationFailure, deadlockDetected].includes(errorCode(error))
      if (!isConflict || givenUp === mostDatabaseConflicts) throw error
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

/** Runs the work in the transaction that is under way, or in one of its own. */
export function transact<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
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
 * Runs the work once more on another connection if one was lost before the commit was sent, and so has written nothing.
 * Nobody knows whether a commit without an answer has happened: the caller has to decide.
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
