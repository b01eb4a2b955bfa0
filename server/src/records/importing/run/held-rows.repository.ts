import { sql } from 'kysely'
import type { Db } from '../../../platform/database/query.ts'
import type { ImportLosses } from '../losses.ts'
import type { HeldMember, NotedMove } from '../plan/plan-batch.ts'
import { type ImportRun, type RunName, replaceUnstorable } from './import-run.repository.ts'

interface EarlierRuns {
  readonly providerId: number
  readonly earlierRuns: readonly string[]
}

/** Notes parts of rows, and moves, that wait for the run's end. */
export async function noteHeld(
  db: Db,
  { providerId, runId }: RunName,
  rows: readonly (HeldMember | NotedMove)[]
): Promise<void> {
  if (rows.length === 0) return
  const held = rows.map(({ keyText, ...row }) => ({ key: keyText, held: row }))
  await sql`
    update import_keys k set held = r.held
    from json_populate_recordset(null::import_keys, ${JSON.stringify(held, replaceUnstorable)}::json) r
    where k.provider_id = ${providerId} and k.run_id = ${runId} and k.key = r.key`.execute(db)
}

/** Tells whether parts of a run's rows, or moves, wait for its end. */
export async function hasHeld(db: Db, { providerId, runId }: RunName): Promise<boolean> {
  const { rows } = await sql`
    select from import_keys where provider_id = ${providerId} and run_id = ${runId} and held is not null limit 1`.execute(
    db
  )
  return rows.length > 0
}

/**
 * Takes over the moves that runs which broke off have noted of the same rows, and never told: to a new run the rows are
 * unchanged. Of several moves of one row the first former customer counts; those that were undone since are forgotten.
 * Stored rows have the new customers, which may be others by now. Runs of one import share their moves as they are, and a
 * run that still reads rows tells its own.
 */
export async function takeOverMoves(
  db: Db,
  losses: ImportLosses,
  { provider_id, run_id, resource }: ImportRun,
  together: readonly string[]
) {
  const { rows: untold } = await sql<{ run_id: string; key: string; held: unknown }>`
    select run_id, key, case when stays then held end as held from (
      select k.run_id, k.key, k.is_free, (k.held::jsonb - 'to')::json as held,
             coalesce((k.held->>'from')::int <> ${losses.customerOf(provider_id, sql`(k.held->>'moved')::int`)}, false)
               and row_number() over (partition by k.key order by k.held->>'from' is null, r.started_at, r.run_id) = 1 as stays
      from (
        select run_id, started_at from import_runs
        where provider_id = ${provider_id} and resource = ${resource} and not dry_run
          and state <> 'done' and (state = 'failed' or share = 1 or committed_at < now() - interval '5 minutes')
          and run_id <> all(${[run_id, ...together]}::uuid[]) offset 0
      ) r cross join lateral (
        select each.run_id, each.key, each.held, own.held is null as is_free from import_keys each
        join import_keys own on own.provider_id = ${provider_id} and own.run_id = ${run_id} and own.key = each.key
        where each.provider_id = ${provider_id} and each.run_id = r.run_id
          and each.held is not null and each.held->>'moved' is not null
        offset 0
      ) k
    ) each where is_free or not stays`.execute(db)
  if (untold.length === 0) return
  await sql`
    update import_keys k set held = case when k.run_id = ${run_id} then untold.held end
    from json_populate_recordset(null::import_keys, ${JSON.stringify(untold)}::json) untold
    where k.provider_id = ${provider_id} and k.key = untold.key
      and (k.run_id = untold.run_id or k.run_id = ${run_id} and untold.held is not null)`.execute(db)
}

/** Finds the members that rows of earlier runs with the same keys hold back. */
export async function findHeld(
  db: Db,
  { providerId, earlierRuns }: EarlierRuns,
  keys: readonly string[]
): Promise<ReadonlyMap<string, HeldMember['values']>> {
  const { rows } = await sql<Pick<HeldMember, 'keyText' | 'values'>>`
    select key as "keyText", held->'values' as values from import_keys
    where provider_id = ${providerId} and run_id = any(${earlierRuns}::uuid[]) and held->>'subject' is not null
      and key in (select json_array_elements_text(${JSON.stringify(keys, replaceUnstorable)}::json))`.execute(db)
  return new Map(rows.map(({ keyText, values }) => [keyText, values]))
}

/** Reduces the held members of some rows in earlier runs to their keys, by which the ends of the runs count them. */
export async function reduceHeldToKeys(
  db: Db,
  { providerId, earlierRuns }: EarlierRuns,
  keys: readonly string[],
  keyMembers: readonly string[]
): Promise<void> {
  await sql`
    update import_keys set held = json_build_object('line', held->'line', 'values', (
      select json_object_agg(member.key, member.value) from json_each(held->'values') member
      where member.key = any(${keyMembers}::text[])))
    where provider_id = ${providerId} and run_id = any(${earlierRuns}::uuid[]) and held->>'subject' is not null
      and key in (select json_array_elements_text(${JSON.stringify(keys, replaceUnstorable)}::json))`.execute(db)
}

/** Takes some of the parts that wait. */
export async function takeHeld(
  db: Db,
  { providerId, runId }: RunName,
  count: number
): Promise<Pick<HeldMember, 'line' | 'values'>[]> {
  const { rows } = await sql<Pick<HeldMember, 'line' | 'values'>>`
    with held as (
      select key, held from import_keys
      where provider_id = ${providerId} and run_id = ${runId} and held is not null and held->'values' is not null
      order by key limit ${count}
    ), taken as (
      update import_keys k set held = null from held
      where k.provider_id = ${providerId} and k.run_id = ${runId} and k.key = held.key
    )
    select (held->>'line')::int as line, held->'values' as values from held`.execute(db)
  return rows
}

/** Notes notices that the run does not have yet: its end may be repeated after a kill. */
export async function noteNotices(
  db: Db,
  { providerId, runId }: RunName,
  notices: readonly { readonly line: number; readonly sentence: string }[]
): Promise<void> {
  if (notices.length === 0) return
  await sql`
    insert into import_refusals (provider_id, run_id, line, kind, sentence, text)
    select ${providerId}::int, ${runId}::uuid, line, 'notice', sentence, ''
    from json_populate_recordset(null::import_refusals, ${JSON.stringify(notices)}::json) notice
    where not exists (
      select from import_refusals r
      where r.provider_id = ${providerId} and r.run_id = ${runId} and r.kind = 'notice' and r.sentence = notice.sentence
    )`.execute(db)
}

/** Forgets the notices of rows to be removed that stay: their line is 0, and held members are written. */
export async function forgetRemovalNotices(db: Db, { providerId, runId }: RunName): Promise<void> {
  await sql`
    delete from import_refusals
    where provider_id = ${providerId} and run_id = ${runId} and kind = 'notice' and line = 0`.execute(db)
}
