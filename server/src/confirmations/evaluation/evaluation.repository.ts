import { evaluationFields } from '@customer-center/contract/evaluation'
import type { WireRow } from '@customer-center/contract/field-codes'
import { evaluationType } from '@customer-center/contract/limits'
import { defineList, type RawJson } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/http/caller.ts'

const { companyNo, interfaceId, caption } = evaluationFields

const evaluations = defineList<WireRow, { provider: number }>('evaluations', {
  fields: { [companyNo.code]: 'company', [interfaceId.code]: 'interface_id', [caption.code]: 'caption' },
  from: 'evaluations',
  where: `company = :provider and evaluation_type = ${evaluationType}`,
  orderBy: 'caption collate "und-x-icu", interface_id'
})

/**
 * Lists the evaluations that the provider offers its customers, by caption.
 * @param codes fields of the answer, as `resFields` gives them
 */
export function listEvaluations(db: Db, { provider }: Caller, codes: readonly string[]): Promise<RawJson> {
  return evaluations.json(db, { provider }, codes)
}
