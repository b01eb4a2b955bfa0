import { sql } from 'kysely'
import { planAnewWithoutScans } from '../../../platform/database/plans.ts'
import type { Db } from '../../../platform/database/query.ts'
import { ImportError } from '../import.ts'
import type { LossNotice, LossRequest } from '../losses.ts'
import type { ImportSetup } from '../plan/import-setup.ts'
import type { GoneRows } from './remove-rows.ts'

/** Share of stored rows, and of the access that they give, that a run may take away without further permission. */
const defaultShare = 0.05
/**
 * Compares in whole millionths, since 100 * 0.29 is less than 29.
 * @throws ImportError for too large a share, with the sentence and how to go on
 */
export function checkShare(
  lost: number,
  all: number,
  { maxRemoved: share = defaultShare, prefix }: LossRequest,
  sentence: string
): void {
  const millionths = Math.round(share * 1e6)
  if (lost * 1e6 > all * millionths)
    throw new ImportError(
      `${sentence}, and at most ${millionths / 1e4} % may go. If it is meant so, import again with ${prefix === undefined ? '' : `the same prefix, ${JSON.stringify(prefix)}, and `}a higher --max-removed, by HTTP maxRemoved.`,
      { neededShare: Math.ceil((lost * 100) / all) / 100 }
    )
}

/**
 * Says why a full set removes nothing.
 * @param places the first rows, with files if the rows come from several ones
 */
export function withheldSentence(why: string, places: readonly string[], more: number): string {
  const rest = more > 0 ? ` and ${more} more` : ''
  return `Nothing was removed, all other rows are stored: ${why}. Correct these rows and send the whole set again: ${places.join(', ')}${rest}.`
}

/** Counts the rows of which a full set may lack a part, and those that it lacks. */
export async function countRows(trx: Db, { all: there, gone: lacking }: GoneRows) {
  const { rows } = await planAnewWithoutScans(trx, () =>
    sql<{ all: number; gone: number }>`
      select (select count(*) ${there}) as "all", (select count(*) ${lacking}) as gone`.execute(trx)
  )
  const { all = 0, gone = 0 } = rows[0] ?? {}
  return { all, gone }
}

/**
 * Counts the rows that a full set removes.
 * @throws ImportError if there are too many
 */
export async function countGone(trx: Db, rows: GoneRows, request: LossRequest): Promise<number> {
  const { all, gone } = await countRows(trx, rows)
  checkShare(gone, all, request, `Nothing was removed: the set lacks ${gone} of ${all} rows`)
  return gone
}

export interface LosingRun {
  readonly setup: ImportSetup
  readonly request: LossRequest
  readonly runId: string
  /** The rows that a full set lacks; undefined if it removes none. */
  readonly removed: GoneRows | undefined
}

/** Returns SQL of the moves that runs have noted. */
const movesSql = (providerId: number, runIds: readonly string[]) => sql`
  select (held->>'moved')::int as moved, (held->>'from')::int as "from", (held->>'to')::int as "to",
         array[array_position(${runIds}::uuid[], run_id) - 1, (held->>'line')::int] as place
  from import_keys
  where provider_id = ${providerId} and run_id = any(${runIds}::uuid[]) and held is not null and held->>'moved' is not null`

/**
 * Counts the moves of a run and of the earlier ones of its folder.
 * @throws ImportError if there are too many
 */
export async function checkMoves(
  trx: Db,
  { definition: { losses }, request }: ImportSetup,
  runId: string
): Promise<void> {
  const runIds = [...(request.earlierRuns ?? []), runId]
  await losses?.checkMoved(trx, request, movesSql(request.providerId, runIds))
}

/**
 * Counts the losses by held members, removals and moves, of all runs together.
 * @throws ImportError if it is too much
 */
export async function checkLosses(trx: Db, runs: readonly LosingRun[]): Promise<readonly LossNotice[]> {
  const lost = runs.flatMap(({ setup: { definition }, request: { providerId }, runId, removed }, index) => {
    if (!definition.losses) return []
    const ofHeld = sql`select (held->>'subject')::int as subject, array[${index}::int, (held->>'line')::int] as place
      from import_keys where provider_id = ${providerId} and run_id = ${runId}::uuid and held is not null and held->>'subject' is not null`
    if (!removed) return [ofHeld]
    const ofRemoved = sql`select lost.subject, array[${index}::int, 0]
      from (select ${removed.alias}.* ${removed.gone}) ${removed.alias}
      cross join lateral (${sql.raw(definition.losses.ofRemoved)}) lost`
    return [ofHeld, ofRemoved]
  })
  const { request, setup } = runs.find((run) => run.setup.definition.losses) ?? {}
  const losses = setup?.definition.losses
  if (!request || !losses) return []
  const runIds = runs.map(({ runId }) => runId)
  return losses.check(trx, request, sql.join(lost, sql` union all `), movesSql(request.providerId, runIds))
}
