import { evaluationType } from '@customer-center/contract/limits'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { assignNumbers } from '../../platform/importing/assign-numbers.ts'
import { defineImport, intoTable, type PlannedRow } from '../../platform/importing/import.ts'

async function numberEvaluations(trx: Kysely<Tables>, company: number, rows: readonly PlannedRow[]): Promise<void> {
  const { rows: found } = await sql<{ highest: number }>`
    select coalesce(max(interface_id), 0) as highest from evaluations where company = ${company}`.execute(trx)
  assignNumbers(rows, 'v.interface_id', found[0]?.highest ?? 0)
}

export const evaluationImport = defineImport({
  resource: 'evaluations',
  tables: [intoTable('evaluations', 'v', ['interface_id'])],
  columns: {
    externalId: 'v.external_id',
    interfaceId: 'v.interface_id',
    caption: 'v.caption',
    evaluationType: 'v.evaluation_type',
    template: 'v.template'
  },
  key: ['external_id'],
  initial: { 'v.evaluation_type': evaluationType, 'v.template': 'evaluation-participants' },
  prepare: numberEvaluations,
  removal: {
    counts: 'true',
    async remove(trx, company, gone) {
      await sql`
        delete from evaluations where company = ${company}
          and interface_id = any(${gone.map(({ interface_id }) => Number(interface_id))}::int[])`.execute(trx)
    }
  },
  constraints: {
    evaluations_pkey: ['interfaceId', 'is already the number of another evaluation.'],
    evaluations_external_id: ['externalId', 'is already the key of another row.']
  }
})
