import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../../platform/database/query.ts'
import { ImportError, type ImportRequest, RunTakenError } from '../import.ts'
import type { RefusedRow } from '../rows.ts'

export type ImportRun = Selectable<Tables['import_runs']>

/** Identity of a run: programs choose the id, so another company may have the same. */
export interface RunName {
  readonly providerId: number
  readonly runId: string
}

export const nameOf = ({ provider_id, run_id }: Pick<ImportRun, 'provider_id' | 'run_id'>): RunName => ({
  providerId: provider_id,
  runId: run_id
})

/** @returns undefined both for a missing run and for one of another company */
export async function findRun(db: Db, { providerId, runId }: RunName): Promise<ImportRun | undefined> {
  const { rows } = await sql<ImportRun>`
    select * from import_runs where provider_id = ${providerId} and run_id = ${runId}`.execute(db)
  return rows[0]
}

/**
 * Refuses to continue a run that was begun with another map, or with none: its lines would be other rows.
 * @throws ImportError
 */
export async function checkMap(
  db: Db,
  providerId: number,
  runIds: readonly string[],
  map: string | null
): Promise<void> {
  const { rows: others } = await sql`
    select from import_runs
    where provider_id = ${providerId} and run_id = any(${runIds}) and map is distinct from ${map}::text limit 1`.execute(
    db
  )
  if (others.length > 0) throw new ImportError('The import began with another map, or with none: begin a new one.')
}

/**
 * Begins a run, or continues an interrupted one.
 * @throws ImportError if the id belongs to a different run
 */
export async function openRun(db: Db, runId: string, request: Omit<ImportRequest, 'rows'>): Promise<ImportRun> {
  const { providerId, resource, mode, prefix = null, format, header, map = null } = request
  const { undoesBatches: dry_run = false, providerKey: provider_key } = request
  const row = { run_id: runId, resource, mode, prefix, dry_run, provider_key, format, header, map }
  await db
    .insertInto('import_runs')
    .values({ ...row, provider_id: providerId })
    .onConflict((on) => on.doNothing())
    .execute()
  const run = await findRun(db, { providerId, runId })
  if (!run || run.resource !== resource || run.mode !== mode || run.dry_run !== dry_run)
    throw new ImportError('The run is one of another kind: begin a new one.')
  // Without its prefix, the set of one source would lack the rows of all others.
  if (run.prefix !== prefix)
    throw new ImportError(
      run.prefix === null
        ? 'The run began without a prefix: go on without one, or begin a new run.'
        : `The run began with the prefix ${JSON.stringify(run.prefix)}: go on with it, or begin a new run.`
    )
  // Lines of another file are other rows.
  if (run.format !== format || run.header !== header || run.map !== map)
    throw new ImportError('The run began with another format or other columns: send the same body, or begin a new run.')
  return run
}

/**
 * Stops a run if its key has been revoked: nothing more is stored in the name of the key.
 * @throws ImportError
 */
export async function checkKey(
  db: Db,
  { providerId, providerKey }: Pick<ImportRequest, 'providerId' | 'providerKey'>
): Promise<void> {
  if (providerKey === null) return
  const { rows } = await sql`
    select from provider_keys where provider_id = ${providerId} and id = ${providerKey} and revoked_at is not null`.execute(
    db
  )
  if (rows.length > 0) throw new ImportError('The key was revoked meanwhile.')
}

/**
 * Locks a run whose rows are read, so that its end is that of one process at a time.
 * @returns the run with the counts of all processes so far
 * @throws RunTakenError where another process has ended it
 */
export async function lockRun(
  db: Db,
  { provider_id: providerId, run_id }: Pick<ImportRun, 'provider_id' | 'run_id'>
): Promise<ImportRun> {
  const { rows } = await sql<ImportRun>`
    select * from import_runs where provider_id = ${providerId} and run_id = ${run_id} and state <> 'done'
    for update`.execute(db)
  if (!rows[0]) throw new RunTakenError('Somebody else goes on with this run.')
  return rows[0]
}

/** Replaces characters that PostgreSQL cannot store in a text of a refused row: null and lone surrogates. */
export const replaceUnstorable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD') : value

/**
 * Replaces `\u00fc` and the like in JSON by the letters themselves, so that a search for a name finds the stored row.
 */
const withPlainLetters = (json: string): string =>
  json.replace(/\\(?:u([0-9a-f]{4})|.)/gi, (escaped, code?: string) => {
    const letter = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
    return /^\p{L}$/u.test(letter) ? letter : escaped
  })

/** Returns the sentence of a refusal, followed by the outcome of its row. */
function wholeSentence({ kind, sentence, text }: RefusedRow): string {
  const became = kind === 'field' ? ' The row was taken without it.' : ''
  const isKept = text !== '' || kind === 'conflict'
  return `${sentence}${became}${isKept ? '' : ' It may hold a secret and is not kept: correct it in your own file.'}`
}

/** Limit of the refused rows that a run stores: some 25,000 rows, more than anybody corrects by hand. */
const maxBytes = 10_000_000

/**
 * Returns the refusals of a batch that the run stores: none from the first one beyond the limit on, so that all stored
 * refusals come from one part of the file.
 */
export function keptRefusals(
  { format, refusal_bytes, not_kept }: Pick<ImportRun, 'format' | 'refusal_bytes' | 'not_kept'>,
  rows: readonly RefusedRow[]
) {
  const all = rows.map((row) => ({
    ...row,
    text: format === 'ndjson' ? withPlainLetters(row.text) : row.text,
    sentence: wholeSentence(row)
  }))
  let bytes = refusal_bytes
  const kept = all.filter((record) => {
    if (bytes < maxBytes) bytes += Buffer.byteLength(JSON.stringify(record))
    return bytes < maxBytes
  })
  return { kept, refusal_bytes: bytes, not_kept: not_kept + all.length - kept.length }
}

/**
 * Notes the counts of a batch, in its transaction.
 * @param before the run before the batch
 * @throws RunTakenError where another process has continued the run
 */
export async function noteProgress(
  db: Db,
  { provider_id: providerId, run_id, line: before }: ImportRun,
  counts: Partial<ImportRun>,
  records: ReturnType<typeof keptRefusals>['kept']
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('import_runs')
    .set({ ...counts, state: 'running', failure: null, committed_at: sql`now()` })
    .where('provider_id', '=', providerId)
    .where('run_id', '=', run_id)
    .where('line', '=', before)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new RunTakenError('Somebody else goes on with this run.')
  if (records.length === 0) return
  await sql`
    insert into import_refusals (provider_id, run_id, line, kind, field, value, stored, sentence, text, key)
    select ${providerId}::int, ${run_id}::uuid, line, kind, field, value, stored, sentence, text, key
    from json_populate_recordset(null::import_refusals, ${JSON.stringify(records, replaceUnstorable)}::json)`.execute(
    db
  )
}

/**
 * Notes which rows a run has read.
 * @returns the rows that the run had not accepted before
 */
export async function noteKeys(
  db: Db,
  { providerId, runId }: RunName,
  keys: readonly string[],
  accepted: boolean
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  // Different keys may become equal when their characters are replaced, and the statement may meet each key only once.
  const noted = new Set(keys.map((key) => replaceUnstorable('', key)))
  // Almost always the result is all of them, which is not sent back.
  const { rows } = await sql<{ noted: readonly string[] | null }>`
    with noted as (
      insert into import_keys (provider_id, run_id, key, accepted)
      select ${providerId}::int, ${runId}::uuid, key, ${accepted}::boolean
      from json_array_elements_text(${JSON.stringify([...noted])}::json) key
      on conflict (provider_id, run_id, key) do update set accepted = true where excluded.accepted and not import_keys.accepted
      returning key
    )
    select case when count(*) < ${noted.size}::int then coalesce(json_agg(key), '[]') end as noted
    from noted`.execute(db)
  return new Set(rows[0]?.noted ?? keys)
}

/** Deletes the keys that a run has read, which are no longer needed. */
export async function closeRun(
  db: Db,
  { providerId, runId }: RunName,
  counts: Pick<ImportRun, 'removed' | 'known' | 'failure'>
): Promise<void> {
  await sql`delete from import_keys where provider_id = ${providerId} and run_id = ${runId}`.execute(db)
  await updateRun(db, { providerId, runId }, { state: 'done', share: 1, ...counts })
}

export function failRun(db: Db, name: RunName, failure: string, known = 0): Promise<void> {
  return updateRun(db, name, { state: 'failed', failure, known })
}

export async function updateRun(
  db: Db,
  { providerId, runId }: RunName,
  set: Partial<Pick<ImportRun, 'state' | 'share' | 'removed' | 'known' | 'failure'>>
): Promise<void> {
  await db
    .updateTable('import_runs')
    .set(set)
    .where('provider_id', '=', providerId)
    .where('run_id', '=', runId)
    // Another call may have finished the run in the meantime.
    .where('state', '!=', 'done')
    .execute()
}
