import type { Db } from '../database/query.ts'
import { type PersonKey, queryPerson } from './person.ts'
import type { Erasure, PersonalData } from './personal-data.ts'

/** A step of an erasure: rows of one table, before or after it. */
export interface ErasureStep {
  readonly table: string
  readonly action: Erasure['action']
  readonly rows: number
  /** The reason for which they are kept; empty otherwise. */
  readonly why: string
}

function statementOf({ table, rows }: PersonalData, erasure: Erasure): string {
  const about = `(${rows}) and (${erasure.where ?? 'true'})`
  if (erasure.action === 'keep') return `select from person join ${table} t on ${about}`
  if (erasure.action === 'delete') return `delete from ${table} t using person where ${about} returning 1`
  const set = Object.entries(erasure.set).map(([column, value]) => `${column} = ${value}`)
  return `update ${table} t set ${set.join(', ')} from person where ${about} returning 1`
}

/**
 * Deletes and anonymises the data of all tables about a person, but for what the law wants kept.
 * @param trx a transaction
 * @param all descriptions; a referencing table comes after the one that it references
 * @returns the steps that concerned rows, in the order of `all`
 */
export async function erasePerson(
  trx: Db,
  person: PersonKey,
  all: readonly PersonalData[]
): Promise<readonly ErasureStep[]> {
  const steps: ErasureStep[] = []
  for (const data of all.toReversed())
    for (const erasure of data.erasure.toReversed()) {
      const rows = await queryPerson(trx, person, statementOf(data, erasure))
      const why = erasure.action === 'keep' ? erasure.why : ''
      if (rows.length > 0) steps.unshift({ table: data.table, action: erasure.action, rows: rows.length, why })
    }
  return steps
}
