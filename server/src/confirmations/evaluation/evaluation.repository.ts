import { evaluationFields } from '@customer-center/contract/evaluation'
import { evaluationType } from '@customer-center/contract/limits'
import { CompiledQuery, type Kysely } from 'kysely'
import { fieldStatements } from '../../platform/database/field-statements.ts'
import { jsonArray, jsonLiteral, jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { RawJson } from '../../platform/http/raw-json.ts'

const { companyNo, interfaceId, caption } = evaluationFields

const jsonOf = new Map<string, string>([
  [companyNo.code, jsonLiteral('company')],
  [interfaceId.code, jsonLiteral('interface_id')],
  [caption.code, jsonText('caption')]
])

const list = fieldStatements(
  jsonOf,
  (row) => `
  select ${jsonArray(row, 'caption collate "und-x-icu", interface_id')} as json
  from evaluations
  where company = $1 and evaluation_type = ${evaluationType}`
)

/**
 * The evaluations that the provider offers its customers, by caption.
 * @param codes fields of the answer, as `resFields` gives them
 */
export async function listEvaluationsOf(
  db: Kysely<Tables>,
  { company }: Caller,
  codes: readonly string[]
): Promise<RawJson> {
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(list(codes), [company]))
  return new RawJson(rows[0]?.json ?? '[]')
}
