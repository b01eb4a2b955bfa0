import { Registry } from 'prom-client'
import type { Db } from '../database/query.ts'

/**
 * Metrics that this process counts. Labels are words of this program: never a person, an address, a name or a token.
 */
export const ownMetrics = new Registry()

export const metricPrefix = 'customer_center_'

/**
 * Returns the options of a metric of this process: `new Counter(ownMetric(name, help, 'label'))`. The name of a counter
 * ends with `_total`, that of a time with `_seconds`.
 */
export const ownMetric = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => ({
  name: metricPrefix + name,
  help,
  labelNames,
  registers: [ownMetrics]
})

export type MetricSample = readonly [name: string, value: number, labels?: Readonly<Record<string, string>>]

/** Sources of shared gauges. */
export interface MetricContext {
  readonly db: Db
  readonly jobs: readonly { readonly name: string; readonly group?: string }[]
}

/**
 * Gauges of the whole installation that one query fills. Each process reports the same value, so their names begin with
 * `shared_`: use the maximum, not the sum. Each noun's feature lists its own gauges.
 */
export interface SharedGauges {
  /** Help and labels of each gauge, by its name without the prefix of all metrics. */
  readonly gauges: Readonly<Record<string, readonly [help: string, ...labelNames: string[]]>>
  /** Reads all values, quickly: it runs repeatedly in each process. A missing value leaves the gauge without one. */
  readonly read: (context: MetricContext) => Promise<readonly MetricSample[]>
}
