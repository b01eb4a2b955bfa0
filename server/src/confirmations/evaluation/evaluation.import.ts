import { evaluationType } from '@customer-center/contract/limits'
import { anyRow, defineImport, intoTable } from '../../records/importing/import.ts'

export const evaluationImport = defineImport({
  resource: 'evaluations',
  tables: [intoTable('evaluations', 'v', ['interface_id'])],
  members: {
    interfaceId: {
      assigned: true,
      constraints: { evaluations_pkey: 'is already the number of another evaluation.' }
    },
    evaluationType: { initial: evaluationType },
    template: { initial: 'evaluation-participants' }
  },
  key: ['external_id'],
  removal: anyRow
})
