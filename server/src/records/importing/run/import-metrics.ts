import { sql } from 'kysely'
import type { MetricSample, SharedGauges } from '../../../platform/metrics/metric.ts'

const states = ['running', 'stopped', 'done', 'failed']
const outcomes = ['created', 'updated', 'unchanged', 'removed', 'refused', 'conflicts']

/** Imports of all processes, commands included, which nobody scrapes. */
export const importGauges: SharedGauges = {
  gauges: {
    shared_imports: [
      'Imports begun in the last 24 hours; stopped is one that has stored nothing for five minutes, though rows of it are left',
      'state'
    ],
    shared_import_rows: ['Rows of imports begun in the last 24 hours, by what became of them', 'outcome']
  },
  async read({ db }) {
    const { rows } = await sql<Readonly<Record<string, number>>>`
      select ${sql.raw(states.map((state) => `count(*) filter (where state = '${state}')::int as ${state}`).join())},
        ${sql.raw(outcomes.map((outcome) => `coalesce(sum(${outcome}), 0)::float8 as ${outcome}`).join())}
      from providers join lateral (
        select ${sql.raw(outcomes.join())},
          case when state = 'running' and share is distinct from 1 and committed_at < now() - interval '5 minutes' then 'stopped' else state end as state
        from import_runs
        where provider_id = providers.provider_id and started_at > now() - interval '24 hours' and not dry_run) runs on true`.execute(
      db
    )
    const valueOf = (name: string) => rows[0]?.[name] ?? 0
    return [
      ...states.map((state): MetricSample => ['shared_imports', valueOf(state), { state }]),
      ...outcomes.map((outcome): MetricSample => ['shared_import_rows', valueOf(outcome), { outcome }])
    ]
  }
}
