import { CompiledQuery, type Kysely } from 'kysely'
import { jsonArray, jsonLiteral, jsonObject, jsonText } from '../../platform/database/json-text.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { RawJson } from '../../platform/http/raw-json.ts'

const descriptor = jsonObject({
  displayMode: jsonLiteral('display_mode'),
  constName: jsonText('const_name'),
  fieldDescription: jsonText('description'),
  requiredField: jsonLiteral('required'),
  readOnly: jsonLiteral('read_only')
})

const list = prepared(`
  select ${jsonArray(descriptor, 'position, const_name')} as json
  from field_descriptors where company = $1 and form = $2`)

/** The fields of a form, in the order in which the shop shows them. */
export async function listFields(
  db: Kysely<Tables>,
  { company }: Caller,
  form: 'customer' | 'contact'
): Promise<RawJson> {
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(list, [company, form]))
  return new RawJson(rows[0]?.json ?? '[]')
}
