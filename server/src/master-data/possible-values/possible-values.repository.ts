import { CompiledQuery, type Kysely } from 'kysely'
import { jsonArray, jsonObject, jsonPlain, jsonText } from '../../platform/database/json-text.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { RawJson } from '../../platform/http/raw-json.ts'

const choice = jsonObject({ key: jsonText('key'), value: jsonText('value') })

const lists = prepared(`
  select '{' || string_agg(${jsonPlain('asked.code')} || ':' || (
    select ${jsonArray(choice, 'position, value collate "und-x-icu", key')}
    from possible_values
    where company = $1 and field = asked.code
  ), ',' order by asked.place) || '}' as json
  from unnest($2::text[]) with ordinality as asked (code, place)`)

/** What the drop-downs of the fields offer, each in the shop's order; a field without a list has an empty one. */
export async function listPossibleValues(
  db: Kysely<Tables>,
  { company }: Caller,
  codes: readonly string[]
): Promise<RawJson> {
  const { rows } = await db.executeQuery<{ json: string | null }>(CompiledQuery.raw(lists, [company, codes]))
  return new RawJson(rows[0]?.json ?? '{}')
}
