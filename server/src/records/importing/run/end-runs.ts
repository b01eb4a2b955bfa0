import type { ImportResult } from '@customer-center/contract/import/run'
import { planAnewWithoutScans } from '../../../platform/database/plans.ts'
import type { Db } from '../../../platform/database/query.ts'
import { inSameTransaction } from '../../../platform/database/transaction.ts'
import { type ImportContext, ImportError, type ImportRequest, RunTakenError } from '../import.ts'
import type { ImportSetup } from '../plan/import-setup.ts'
import { checkLosses, countGone, countRows, type LosingRun, withheldSentence } from '../write/check-losses.ts'
import { goneRows, removeGone } from '../write/remove-rows.ts'
import { pauseAfter, whileServing } from './give-way.ts'
import { forgetRemovalNotices, hasHeld, noteNotices, takeOverMoves } from './held-rows.repository.ts'
import { importHeld } from './import-batch.ts'
import { markKnown, resultOf } from './import-refusal.repository.ts'
import {
  checkKey,
  closeRun,
  failRun,
  findRun,
  type ImportRun,
  lockRun,
  nameOf,
  updateRun
} from './import-run.repository.ts'

/** A run whose rows are stored, but for their losses. */
export interface StoredRun {
  readonly request: ImportRequest
  readonly setup: ImportSetup
  readonly run: ImportRun
}

export interface EndedRun extends ImportResult {
  /** The reason why the end of the run took nothing away; null without one of its own. */
  readonly stopped: string | null
  /** The `maxRemoved` that would have let it; null if it was no such limit that stopped it. */
  readonly neededShare: number | null
  /** The reason why a run that is done has removed none of the rows that its full set lacks; null if it has. */
  readonly withheld: string | null
  /** Refused rows without a readable key: their number, and the first lines. */
  readonly unnamed: { readonly count: number; readonly lines: readonly number[] }
}

/** Says which rows withhold the removals of a full set. */
export const unnamedSentence = (places: readonly string[], count: number): string =>
  withheldSentence('some refused rows do not say which rows they are', places, count - places.length)

const unnamedOf = ({ unnamed, unnamed_lines: lines }: ImportRun): EndedRun['unnamed'] => ({
  count: unnamed,
  lines: lines === '' ? [] : lines.split(', ').map(Number)
})

/** Returns the reason why a full set may not remove the rows that it lacks: rows of it may be among the refused ones. */
function whyWithheld({ request, run }: Pick<StoredRun, 'request' | 'run'>): string | null {
  const { count, lines } = unnamedOf(run)
  if (request.withheld !== undefined) return request.withheld
  return count > 0 ? unnamedSentence([`line ${lines.join(', ')}`], count - lines.length + 1) : null
}

/** Returns an error that stops a run; throws others, such as that another process goes on with it. */
export function importErrorOf(error: unknown): ImportError {
  if (!(error instanceof ImportError) || error instanceof RunTakenError) throw error
  return error
}

const rowsOfSet = ({ request, setup, run }: StoredRun) =>
  request.mode === 'replace' ? goneRows(setup, run.run_id, request.prefix) : undefined

/** Does a step of a run's end, in a transaction in which no other process does one. */
function endStep<Result>(
  db: Db,
  { request, run }: StoredRun,
  step: (trx: Db, run: ImportRun) => Promise<Result>
): Promise<Result> {
  return inSameTransaction(db, async (trx) => {
    await checkKey(trx, request)
    return step(trx, await lockRun(trx, run))
  })
}

async function close(trx: Db, run: ImportRun, removed: number, failure: string | null = null): Promise<ImportRun> {
  const counts = { removed, failure, known: await markKnown(trx, run) }
  await closeRun(trx, nameOf(run), counts)
  return { ...run, ...counts, state: 'done' }
}

/** Closes a run at once if its end would take nothing away; another one waits for the runs that end with it. */
export async function closeOrWait(db: Db, stored: StoredRun): Promise<StoredRun> {
  const { losses } = stored.setup.definition
  const { undoesBatches = false, earlierRuns = [] } = stored.request
  if (losses && !undoesBatches)
    await endStep(db, stored, (trx, run) =>
      planAnewWithoutScans(trx, () => takeOverMoves(trx, losses, run, earlierRuns))
    )
  if (stored.request.mode === 'replace' || (await hasHeld(db, nameOf(stored.run)))) {
    await updateRun(db, nameOf(stored.run), { share: 1 })
    return stored
  }
  return { ...stored, run: await endStep(db, stored, (trx, run) => close(trx, run, 0)) }
}

/**
 * Counts the losses at the ends of runs; those of access together for all runs.
 * @returns the runs that take something away, and the reasons why some must not
 */
async function countLosses(trx: Db, open: readonly StoredRun[]) {
  const stops = new Map<StoredRun, ImportError>()
  const losing = new Map<StoredRun, LosingRun>()
  for (const one of open) {
    const { request, setup } = one
    await checkKey(trx, request)
    const run = await lockRun(trx, one.run)
    try {
      const rows = rowsOfSet(one)
      const count = rows && whyWithheld({ request, run }) === null ? await countGone(trx, rows, request) : 0
      const removed = count > 0 ? rows : undefined
      if (removed || (await hasHeld(trx, nameOf(run)))) losing.set(one, { setup, request, runId: run.run_id, removed })
    } catch (error) {
      stops.set(one, importErrorOf(error))
    }
  }
  if (stops.size > 0) return { losing, stops }
  try {
    const noticed = await checkLosses(trx, [...losing.values()])
    for (const [index, { request, runId }] of [...losing.values()].entries()) {
      const notices = noticed.filter(({ run }) => run === index)
      await noteNotices(trx, { providerId: request.providerId, runId }, notices)
    }
  } catch (error) {
    const stop = importErrorOf(error)
    for (const one of losing.keys()) if (one.setup.definition.losses) stops.set(one, stop)
  }
  return { losing, stops }
}

/** Stores the members that the rows of a run have held back. */
async function storeHeld(context: ImportContext, one: StoredRun): Promise<void> {
  for (;;) {
    const started = performance.now()
    const isLeft = await endStep(context.db, one, (trx, run) => importHeld(trx, one.setup, run, whileServing.rows))
    if (!isLeft) return
    await pauseAfter(context, performance.now() - started)
  }
}

/**
 * Removes the rows that a full set lacks, and closes its run; leaves it open if there are some and none may go.
 * @throws ImportError if there are too many by now
 */
function removeAndClose(db: Db, one: StoredRun, mayRemove: boolean): Promise<ImportRun> {
  const { request, setup } = one
  return endStep(db, one, async (trx, run) => {
    const rows = rowsOfSet(one)
    const withheld = whyWithheld({ request, run })
    if (rows && withheld !== null) return close(trx, run, 0, (await countRows(trx, rows)).gone > 0 ? withheld : null)
    // Other rows may have come or gone since they were counted, and logins with them.
    const count = rows ? await countGone(trx, rows, request) : 0
    if (!rows || count === 0) return close(trx, run, 0)
    if (!mayRemove) return run
    await checkLosses(trx, [{ setup, request, runId: run.run_id, removed: rows }])
    return close(trx, run, await removeGone(trx, setup, rows, count))
  })
}

/**
 * Ends runs together: counts the losses of all, then takes away access that their rows have held back, then the
 * rows that full sets lack, from the last run to the first. Once a run stops, none takes anything away any more.
 */
export async function endRuns(context: ImportContext, runs: readonly StoredRun[]): Promise<EndedRun[]> {
  const { db } = context
  const open = runs.filter(({ run }) => run.state !== 'done')
  const { losing, stops } = await inSameTransaction(db, (trx) => countLosses(trx, open))
  if (stops.size === 0) for (const one of open) await storeHeld(context, one)
  for (const one of open.toReversed())
    if (!stops.has(one) && (stops.size === 0 || !losing.has(one)))
      await removeAndClose(db, one, stops.size === 0).catch((error: unknown) => stops.set(one, importErrorOf(error)))
  const [reason] = stops.values()
  const ended: EndedRun[] = []
  for (const one of runs) {
    const stop = stops.get(one)
    const run = await findRun(db, nameOf(one.run))
    if (!run) throw new Error(`The run ${one.run.run_id} is gone.`)
    // Of several runs those without a reason of their own go on together with the others.
    if (reason !== undefined && run.state !== 'done') {
      await failRun(db, nameOf(run), (stop ?? reason).message, await markKnown(db, run))
      await forgetRemovalNotices(db, nameOf(run))
    }
    const now = (await findRun(db, nameOf(run))) ?? run
    const withheld = now.state === 'done' ? now.failure : null
    const { message: stopped = null, neededShare = null } = stop ?? {}
    ended.push({ ...(await resultOf(db, now)), stopped, neededShare, withheld, unnamed: unnamedOf(now) })
  }
  return ended
}
