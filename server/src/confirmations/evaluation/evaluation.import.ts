import { evaluationType } from '@customer-center/contract/limits'
import { defineImport, intoTable } from '../../records/importing/import.ts'

export const evaluationImport = defineImport({
  resource: 'evaluations',
  tables: [intoTable('evaluations', 'v', ['interface_id'])],
  members: {
    interfaceId: { assigned: 'evaluation' },
    evaluationType: { initial: evaluationType },
    template: { initial: 'evaluation-participants' }
  }
})
