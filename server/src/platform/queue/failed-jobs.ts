import { type RawBuilder, sql } from 'kysely'
import { OperatorError } from '../config/operator-error.ts'
import type { Job } from './job.ts'

export type JobKinds = readonly Pick<Job<object, never>, 'name' | 'group'>[]

/**
 * The names of all kinds, of one, or of those that are called together by a word.
 * @throws OperatorError where there is none
 */
export function namesOf(jobs: JobKinds, kind: string | undefined): string[] {
  const names = jobs.filter(({ name, group }) => kind === undefined || [name, group].includes(kind))
  if (names.length > 0) return names.map(({ name }) => name)
  const known = new Set(jobs.flatMap(({ name, group }) => (group ? [group, name] : [name])))
  throw new OperatorError(`There are no jobs of the kind ${kind}: kinds are ${[...known].join(', ')}.`)
}

/** What no retry can help is completed, with the reason. */
export const isRefused = sql<boolean>`coalesce(state = 'completed' and output ? 'refused', false)`

const died = 'job failed by timeout in active state'

/** Why the last run of a job failed, in one line without its data; null where none did. */
export const reason: RawBuilder<string | null> = sql`
  left(split_part(case when output->'value'->>'message' = ${died} then 'Its process ended, or it took too long.'
    else coalesce(output->>'refused', output->>'message', output->'value'->>'message') end, ${'\n'}, 1), 500)`
