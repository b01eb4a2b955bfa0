import { sql } from 'kysely'
import type { Db } from '../../../platform/database/query.ts'
import type { HeldMember } from '../plan/plan-batch.ts'
import { type RunName, storable } from './import-run.repository.ts'

/** Notes parts of rows that wait for the run's end. */
export async function noteHeld(db: Db, { providerId, runId }: RunName, rows: readonly HeldMember[]): Promise<void> {
  if (rows.length === 0) return
  const held = rows.map(({ name, ...row }) => ({ key: name, held: row }))
  await sql`
    update import_keys k set held = r.held
    from json_populate_recordset(null::import_keys, ${JSON.stringify(held, storable)}::json) r
    where k.provider_id = ${providerId} and k.run_id = ${runId} and k.key = r.key`.execute(db)
}

/** Tells whether parts of a run's rows wait for its end. */
export async function hasHeld(db: Db, { providerId, runId }: RunName): Promise<boolean> {
  const { rows } = await sql`
    select from import_keys where provider_id = ${providerId} and run_id = ${runId} and held is not null limit 1`.execute(
    db
  )
  return rows.length > 0
}

/** Takes some of the parts that wait. */
export async function takeHeld(
  db: Db,
  { providerId, runId }: RunName,
  count: number
): Promise<Pick<HeldMember, 'name' | 'line' | 'values'>[]> {
  const { rows } = await sql<Pick<HeldMember, 'name' | 'line' | 'values'>>`
    with held as (
      select key, held from import_keys
      where provider_id = ${providerId} and run_id = ${runId} and held is not null order by key limit ${count}
    ), taken as (
      update import_keys k set held = null from held
      where k.provider_id = ${providerId} and k.run_id = ${runId} and k.key = held.key
    )
    select key as name, (held->>'line')::int as line, held->'values' as values from held`.execute(db)
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
