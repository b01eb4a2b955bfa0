import { type Db, query } from '../../../platform/database/query.ts'
import type { RowTable } from '../../rows/tables.ts'
import { mainTable } from '../import.ts'
import { type RefusedRow, type ValidRow, refusedValue } from '../read/read-row.ts'
import { keyText, type ImportSetup } from './import-setup.ts'
import { readStored } from './plan-batch.ts'
import { resolveKey, planRow, type FoundReferences } from './plan-row.ts'

export const duplicateReason = 'An earlier row of this run has the same key.'

/**
 * Names the members in which a repeated row differs from the stored row: parts of joined files that contradict each
 * other.
 */
export async function explainDuplicates(
  trx: Db,
  setup: ImportSetup,
  rows: readonly ValidRow[],
  found: FoundReferences,
  refused: readonly RefusedRow[]
): Promise<readonly RefusedRow[]> {
  const lines = new Set(refused.filter(({ sentence }) => sentence === duplicateReason).map(({ line }) => line))
  const keyed = rows.flatMap((row) => {
    const named = lines.has(row.line) ? resolveKey(setup, row.values, found) : { refusal: null }
    return 'key' in named ? [{ row, key: named.key }] : []
  })
  const keys = keyed.map(({ key }) => key)
  const stored = await readStored(trx, setup, keys)
  const differing = new Map<number, string>()
  for (const { row, key } of keyed) {
    const planned = planRow(setup, row, stored.get(keyText(setup.definition, key)), found)
    const members = 'changes' in planned ? [...planned.changes.keys()] : []
    if (members.length > 0)
      differing.set(row.line, `${duplicateReason.slice(0, -1)} and another value of ${members.join(', ')}.`)
  }
  return refused.map((row) => ({ ...row, sentence: differing.get(row.line) ?? row.sentence }))
}

/** Keys that a spreadsheet would have taken for a number and shown without leading zeros. */
const couldBeCut = /^[1-9]\d{0,11}$/
const mostDigits = 18

const sentenceOf = (member: string) =>
  `${member} lacks the zeros with which it is stored: Excel drops them, so format its column as text.`

/** Finds keys that are stored only with additional leading zeros. @returns the stored key of each */
async function findWithZeros(
  trx: Db,
  providerId: number,
  table: RowTable['name'],
  keys: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const cut = [...new Set(keys.filter((key) => couldBeCut.test(key)))]
  if (cut.length === 0) return new Map()
  // Most companies have no key with leading zeros, and then a batch needs no query.
  const [any] = await query<{ external_id: string }>(
    trx,
    `select external_id from ${table} where provider_id = $1 and external_id >= '0' and external_id < '1' limit 1`,
    [providerId]
  )
  if (!any) return new Map()
  const found = await query<{ key: string; stored: string }>(
    trx,
    `select k.key, t.external_id as stored from unnest($2::text[]) k(key)
     cross join lateral (
       select external_id from ${table} t where t.provider_id = $1
         and t.external_id in (select lpad(k.key, n, '0') from generate_series(length(k.key) + 1, ${mostDigits}) n)
       limit 1
     ) t
     where not exists (select from ${table} t where t.provider_id = $1 and t.external_id = k.key)`,
    [providerId, cut]
  )
  return new Map(found.map(({ key, stored }) => [key, stored]))
}

/** Finds rows whose own key is stored with additional leading zeros. @returns the stored key of each */
export const findOwnWithZeros = async (
  trx: Db,
  { definition, request }: ImportSetup,
  keys: readonly string[]
): Promise<ReadonlyMap<string, string>> =>
  definition.key.join() === 'external_id'
    ? findWithZeros(trx, request.providerId, mainTable(definition).name, keys)
    : new Map()

/** Words the refusal of a row whose key has lost its leading zeros: stored as a new row, it would be a duplicate. */
export const refusedWithoutZeros = (key: string) => refusedValue('externalId', key, sentenceOf('externalId')).refusal

/** Finds rows whose key has leading zeros and is stored without them. */
async function findStoredWithout(
  trx: Db,
  providerId: number,
  table: RowTable['name'],
  keys: readonly string[]
): Promise<readonly string[]> {
  const zeros = [...new Set(keys.filter((key) => /^0+[1-9]\d*$/.test(key)))]
  if (zeros.length === 0) return []
  const found = await query<{ key: string }>(
    trx,
    `select k.key from unnest($2::text[]) k(key)
     where exists (select from ${table} t where t.provider_id = $1 and t.external_id = ltrim(k.key, '0'))`,
    [providerId, zeros]
  )
  return found.map(({ key }) => key)
}

/** Explains refused references to rows that are stored under a key with other leading zeros. */
export async function explainLostZeros(
  trx: Db,
  { references, request: { providerId } }: ImportSetup,
  refused: readonly RefusedRow[]
): Promise<readonly RefusedRow[]> {
  const sentences = new Map<string, string>()
  for (const { member, table } of references) {
    const keys = refused.flatMap(({ field, value }) => (field === member && value !== null ? [value] : []))
    if (!table) continue
    for (const key of (await findWithZeros(trx, providerId, table, keys)).keys())
      sentences.set(`${member} ${key}`, sentenceOf(member))
    for (const key of await findStoredWithout(trx, providerId, table, keys))
      sentences.set(
        `${member} ${key}`,
        `${member} names a row that is stored without its zeros: Excel has dropped them there, so format that file’s column as text.`
      )
  }
  return refused.map((row) => {
    const sentence = sentences.get(`${row.field} ${row.value}`)
    return sentence === undefined ? row : { ...row, sentence }
  })
}
