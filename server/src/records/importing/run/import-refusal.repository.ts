import { sql } from 'kysely'
import { importResource, type ImportResourceName } from '@customer-center/contract/import/resources'
import type { ImportResult, RefusalReason } from '@customer-center/contract/import/run'
import type { Db } from '../../../platform/database/query.ts'
import type { RefusedRow } from '../rows.ts'
import type { ImportRun, RunName } from './import-run.repository.ts'

/**
 * Marks the refusals and conflicts of a run that the last run of the same rows had, too.
 * @returns their number
 */
export async function markKnown(db: Db, run: ImportRun): Promise<number> {
  const { provider_id, run_id, resource, mode, prefix, header } = run
  const { numAffectedRows = 0n } = await sql`
    update import_refusals own set known = true from import_refusals past
    where own.provider_id = ${provider_id} and own.run_id = ${run_id} and past.provider_id = own.provider_id and past.run_id = (
        select run_id from import_runs
        where provider_id = ${provider_id} and resource = ${resource} and mode = ${mode} and state = 'done' and not dry_run
          and prefix is not distinct from ${prefix} and header is not distinct from ${header}
        order by committed_at desc limit 1)
      and (past.kind, past.sentence, coalesce(past.key, past.text)) = (own.kind, own.sentence, coalesce(own.key, own.text))
      and (past.field, past.value, past.stored) is not distinct from (own.field, own.value, own.stored)
      and coalesce(own.key, own.text) <> ''`.execute(db)
  return Number(numAffectedRows)
}

/** Limits of one read: the number of refused rows, and the bytes of their texts without those of the last row. */
const page = { rows: 500, bytes: 1_000_000 }

export interface KeptRefusal extends RefusedRow {
  /** Whether the last run of the same rows had it, too. */
  readonly known: boolean
}

/**
 * Yields the refused rows of a run in the order of its lines, with the fields that stayed as customers have changed
 * them.
 */
export async function* refusedRows(db: Db, { providerId, runId }: RunName): AsyncGenerator<KeptRefusal, void> {
  for (let last = 0; ;) {
    const { rows } = await sql<KeptRefusal & { readonly id: number }>`
      select id, line, kind, field, value, stored, sentence, text, key, known from (
        select *, sum(octet_length(text)) over (order by id) - octet_length(text) as before from import_refusals
        where provider_id = ${providerId} and run_id = ${runId} and id > ${last}
        order by id limit ${page.rows}
      ) found where before < ${page.bytes} order by id`.execute(db)
    for (const { id, ...row } of rows) {
      last = id
      yield row
    }
    if (rows.length === 0) return
  }
}

/**
 * Reads the outcome of a run's rows. The reasons of refusals and conflicts are at most 20 kinds, beginning with those
 * that no other row has caused, and with notices last, each of which has a sentence of its own.
 */
export async function resultOf(db: Db, run: ImportRun): Promise<ImportResult> {
  const { provider_id: providerId, run_id: runId, resource, read, created, updated, unchanged, removed } = run
  const { refused, refused_fields: refusedFields, conflicts, known, not_kept: notKept } = run
  const counts = { read, created, updated, unchanged, removed, refused, refusedFields, conflicts, known, notKept }
  const { fields } = importResource(resource as ImportResourceName)
  const references = Object.keys(fields).filter((name) => fields[name]?.kind === 'reference')
  const { rows: reasons } = await sql<RefusalReason>`
    select field, kind, sentence,
           coalesce(field = any(${references}) and value is not null, false) as "isReference", known,
           count(*)::int as count, min(line)::int as line, (array_agg(value order by line, id))[1] as value
    from import_refusals where provider_id = ${providerId} and run_id = ${runId}
    group by 1, 2, 3, 4, 5
    order by known, kind = 'notice', 4, kind = 'conflict', count(*) desc, 7, 1 limit 20`.execute(db)
  return { runId, ...counts, reasons }
}

/**
 * Yields the lines of a file with each refused row once, as it came, for correction and another import; rows that may
 * hold a secret were not stored.
 */
export async function* linesToCorrect(
  refusals: AsyncIterable<KeptRefusal> | Iterable<KeptRefusal>,
  header: string | null
): AsyncGenerator<string, void> {
  if (header !== null) yield `${header}\n`
  let last = 0
  for await (const { kind, line, text } of refusals) {
    if (kind === 'conflict' || kind === 'notice') continue
    if (text !== '' && line !== last) yield `${text}\n`
    last = line
  }
}
