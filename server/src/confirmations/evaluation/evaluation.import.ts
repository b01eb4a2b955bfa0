import { evaluationType } from '@customer-center/contract/limits'
import { defineImport, intoTable } from '../../platform/importing/import.ts'

export const evaluationImport = defineImport({
  resource: 'evaluations',
  tables: [intoTable('evaluations', 'v', ['interface_id'])],
  key: ['external_id'],
  initial: { 'v.evaluation_type': evaluationType, 'v.template': 'evaluation-participants' },
  assigned: 'v.interface_id',
  removal: { counts: 'true' },
  constraints: {
    evaluations_pkey: ['interfaceId', 'is already the number of another evaluation.']
  }
})
