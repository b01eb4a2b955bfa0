import { errorCode } from '../../database/errors.ts'
import type { ImportDefinition } from '../import.ts'
import type { ImportValues } from '../plan/plan-row.ts'
import { refusedValue, type RowRefusal } from '../read/read-row.ts'

const uniqueViolation = '23505'

/** The unique index that every table with external IDs has is called `<table>_external_id`. */
const sameExternalId = ['externalId', 'is already the key of another row.'] as const

/** Words the database's reason to refuse a row, as one sentence. */
export function databaseRefusal(error: unknown, { members }: ImportDefinition, values: ImportValues): RowRefusal {
  const isTaken = errorCode(error) === uniqueViolation
  const constraint = (error as { readonly constraint?: string }).constraint ?? ''
  const known = Object.entries(members).flatMap(([member, { constraints }]) => {
    const problem = constraints?.[constraint]
    return problem === undefined ? [] : [[member, problem] as const]
  })
  const [field, sentence] = known[0] ?? (constraint.endsWith('_external_id') ? sameExternalId : [])
  if (field !== undefined && sentence !== undefined)
    return { ...refusedValue(field, values.get(field), `${field} ${sentence}`).refusal, isTaken }
  const problem = isTaken
    ? `Another row has the same values (${constraint}).`
    : `The row does not fit what is stored (${constraint || errorCode(error)}).`
  return { ...refusedValue(null, undefined, problem).refusal, isTaken }
}
