import { type Selectable, sql } from 'kysely'
import { importResource, type ImportResourceName } from '@customer-center/contract/import/resources'
import type { RefusalReason } from '@customer-center/contract/import/run.schema'
import type { Db } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { ImportError, type ImportRequest, type ImportSummary, RunTakenError } from '../import.ts'
import type { RefusedRow } from '../read/read-row.ts'

export type ImportRun = Selectable<Tables['import_runs']>

export function summaryOf(run: ImportRun): ImportSummary {
  const { run_id: runId, read, created, updated, unchanged, removed, refused, conflicts } = run
  const counts = { read, created, updated, unchanged, removed, refused, conflicts }
  return { runId, ...counts, refusedFields: run.refused_fields, notKept: run.not_kept }
}

/** The name of a run: programs choose the number, so that another company may have the same. */
export interface RunName {
  readonly provider: number
  readonly runId: string
}

/** @returns undefined alike for a run that is not there and one of another company */
export async function findRun(db: Db, { provider, runId }: RunName): Promise<ImportRun | undefined> {
  const { rows } = await sql<ImportRun>`
    select * from import_runs where company = ${provider} and run_id = ${runId}`.execute(db)
  return rows[0]
}

/**
 * Refuses to go on with runs that another map has begun, or none: their lines would be other rows.
 * @throws ImportError
 */
export async function checkMap(db: Db, provider: number, runIds: readonly string[], map: string | null): Promise<void> {
  const { rows: others } = await sql`
    select from import_runs
    where company = ${provider} and run_id = any(${runIds}) and map is distinct from ${map}::text limit 1`.execute(db)
  if (others.length > 0) throw new ImportError('The import began with another map, or with none: begin a new one.')
}

/**
 * Begins a run, or goes on with one that broke off.
 * @throws ImportError where the number names another run
 */
export async function openRun(
  db: Db,
  runId: string,
  { provider, resource, mode, undoesBatches = false, providerKey, format, header, map }: Omit<ImportRequest, 'rows'>
): Promise<ImportRun> {
  await sql`
    insert into import_runs (run_id, company, resource, mode, dry_run, provider_key, format, header, map)
    values (${runId}, ${provider}, ${resource}, ${mode}, ${undoesBatches}, ${providerKey}, ${format}, ${header},
            ${map ?? null})
    on conflict do nothing`.execute(db)
  const run = await findRun(db, { provider, runId })
  if (!run || run.resource !== resource || run.mode !== mode || run.dry_run !== undoesBatches)
    throw new ImportError('The run is one of another kind: begin a new one.')
  // Lines of another file are other rows.
  if (run.format !== format || run.header !== header || run.map !== (map ?? null))
    throw new ImportError('The run began with another format or other columns: send the same body, or begin a new run.')
  return run
}

/**
 * Stops a run whose key was revoked meanwhile: nothing more is stored in its name.
 * @throws ImportError
 */
export async function checkKey(
  db: Db,
  { provider, providerKey }: Pick<ImportRequest, 'provider' | 'providerKey'>
): Promise<void> {
  if (providerKey === null) return
  const { rows } = await sql`
    select from provider_keys where company = ${provider} and id = ${providerKey} and revoked_at is not null`.execute(
    db
  )
  if (rows.length > 0) throw new ImportError('The key was revoked meanwhile.')
}

/** The counts that a batch adds to its run. */
export interface Progress extends Omit<ImportSummary, 'runId' | 'refusedFields' | 'notKept'> {
  readonly line: number
  readonly refused_fields: number
  readonly refusal_bytes: number
  readonly not_kept: number
  /** The part of the source that is stored, from 0 to 1; null where its size is not known. */
  readonly share: number | null
}

/** A text of a refused row as PostgreSQL can store it: without null characters and halves of pairs. */
const storable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD') : value

/** Writes letters that JSON has as `\u00fc` as themselves, so that a search for a name in a kept row finds it. */
const withPlainLetters = (json: string): string =>
  json.replace(/\\(?:u([0-9a-f]{4})|.)/gi, (escaped, code?: string) => {
    const letter = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
    return /^\p{L}$/u.test(letter) ? letter : escaped
  })

/**
 * Returns the sentence of a refusal with what became of its row. A run keeps it whole: the release before shows it as
 * it is.
 */
function wholeSentence({ kind, sentence, text }: RefusedRow): string {
  const became = kind === 'field' ? ' The row was taken without it.' : ''
  const isKept = text !== '' || kind === 'conflict'
  return `${sentence}${became}${isKept ? '' : ' It may hold a secret and is not kept: correct it in your own file.'}`
}

/** Limit of the refused rows that a run keeps: some 25,000, more than anybody corrects by hand. */
const mostBytes = 10_000_000

/**
 * Returns the refusals of a batch as the run keeps them: none any more from the first one on that is too many, so that
 * those that are kept are of one part of the file.
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
    if (bytes < mostBytes) bytes += Buffer.byteLength(JSON.stringify(record))
    return bytes < mostBytes
  })
  return { kept, refusal_bytes: bytes, not_kept: not_kept + all.length - kept.length }
}

/**
 * Notes the counts of a batch, in its transaction.
 * @throws RunTakenError where another process has continued the run
 */
export async function noteProgress(
  db: Db,
  { company: provider, run_id, line: before }: Pick<ImportRun, 'company' | 'run_id' | 'line'>,
  progress: Progress,
  records: ReturnType<typeof keptRefusals>['kept']
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('import_runs')
    .set({ ...progress, state: 'running', failure: null, committed_at: sql`now()` })
    .where('company', '=', provider)
    .where('run_id', '=', run_id)
    .where('line', '=', before)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new RunTakenError('Somebody else goes on with this run.')
  if (records.length === 0) return
  await sql`
    insert into import_refusals (company, run_id, line, kind, field, value, stored, sentence, text)
    select ${provider}::int, ${run_id}::uuid, line, kind, field, value, stored, sentence, text
    from json_populate_recordset(null::import_refusals, ${JSON.stringify(records, storable)}::json)`.execute(db)
}

/**
 * Notes which rows a run has read.
 * @returns of those that can be stored the ones that it had not accepted before
 */
export async function noteKeys(
  db: Db,
  { provider, runId }: RunName,
  keys: readonly string[],
  accepted: boolean
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  // Names that cannot be stored may be the same once they can, and a statement meets each row once.
  const noted = new Set(keys.map((key) => storable('', key)))
  // Almost always all of them: then none is sent back.
  const { rows } = await sql<{ noted: readonly string[] | null }>`
    with noted as (
      insert into import_keys (company, run_id, key, accepted)
      select ${provider}::int, ${runId}::uuid, key, ${accepted}::boolean
      from json_array_elements_text(${JSON.stringify([...noted])}::json) key
      on conflict (company, run_id, key) do update set accepted = true where excluded.accepted and not import_keys.accepted
      returning key
    )
    select case when count(*) < ${noted.size}::int then coalesce(json_agg(key), '[]') end as noted
    from noted`.execute(db)
  return new Set(rows[0]?.noted ?? keys)
}

/** Finds those of some lines whose rows a run has refused. */
export async function refusedLines(
  db: Db,
  { provider, runId }: RunName,
  lines: readonly number[]
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ line: number }>`
    select line from import_refusals
    where company = ${provider} and run_id = ${runId} and line = any(${[...lines]}::int[])
      and kind = 'row'`.execute(db)
  return new Set(rows.map(({ line }) => line))
}

/** Deletes the keys that a run has read, which are needed no more. */
export async function closeRun(db: Db, { provider, runId }: RunName, removed: number): Promise<void> {
  await sql`delete from import_keys where company = ${provider} and run_id = ${runId}`.execute(db)
  await updateRun(db, { provider, runId }, { state: 'done', share: 1, removed })
}

export function failRun(db: Db, name: RunName, failure: string): Promise<void> {
  return updateRun(db, name, { state: 'failed', failure })
}

async function updateRun(
  db: Db,
  { provider, runId }: RunName,
  set: Partial<Pick<ImportRun, 'state' | 'share' | 'removed' | 'failure'>>
): Promise<void> {
  await db
    .updateTable('import_runs')
    .set(set)
    .where('company', '=', provider)
    .where('run_id', '=', runId)
    // Another call may have finished it meanwhile.
    .where('state', '!=', 'done')
    .execute()
}

/**
 * Limits of refused rows that are read at once: the number, and the bytes of their texts but for those of the last row.
 */
const page = { rows: 500, bytes: 1_000_000 }

/** A refusal as a run keeps it. */
export interface KeptRefusal extends RefusedRow {
  /** Whether the kind is `conflict`, for programs of before the kinds. */
  readonly isConflict: boolean
}

/** Yields the refused rows of a run in the order of its lines, and the fields that stayed as customers have them. */
export async function* refusedRows(db: Db, { provider, runId }: RunName): AsyncGenerator<KeptRefusal, void> {
  for (let last = 0; ;) {
    const { rows } = await sql<KeptRefusal & { readonly id: number }>`
      select id, line, kind, field, value, stored, sentence, text, kind = 'conflict' as "isConflict" from (
        select *, sum(octet_length(text)) over (order by id) - octet_length(text) as before from import_refusals
        where company = ${provider} and run_id = ${runId} and id > ${last} order by id limit ${page.rows}
      ) found where before < ${page.bytes} order by id`.execute(db)
    for (const { id, ...row } of rows) {
      last = id
      yield row
    }
    if (rows.length === 0) return
  }
}

/**
 * Reads the reasons why rows and fields were refused or stay as they are, with counts: of at most 20 kinds, and those
 * first that no other row has caused.
 */
export async function readReasons(
  db: Db,
  { company: provider, run_id: runId, resource }: Pick<ImportRun, 'company' | 'run_id' | 'resource'>
): Promise<RefusalReason[]> {
  const { fields } = importResource(resource as ImportResourceName)
  const references = Object.keys(fields).filter((name) => fields[name]?.kind === 'reference')
  const { rows } = await sql<RefusalReason>`
    select field, kind, sentence, kind = 'conflict' as "isConflict",
           coalesce(field = any(${references}) and value is not null, false) as "isReference",
           count(*)::int as count, min(line)::int as line, (array_agg(value order by line, id))[1] as value
    from import_refusals where company = ${provider} and run_id = ${runId}
    group by 1, 2, 3, 5 order by 5, 4, count(*) desc, 7, 1 limit 20`.execute(db)
  return rows
}

/**
 * Yields the refused rows as they came, to be corrected and sent again, each once; of those that may hold a secret
 * nothing is kept.
 */
export async function* rowsToCorrect(db: Db, name: RunName): AsyncGenerator<string, void> {
  let last = 0
  for await (const { kind, line, text } of refusedRows(db, name)) {
    if (kind === 'conflict') continue
    if (text !== '' && line !== last) yield text
    last = line
  }
}
