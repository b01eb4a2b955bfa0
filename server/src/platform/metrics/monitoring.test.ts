// On both databases: each counts its work in its own views.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { markdownTable, replaceBetween } from '../../../../scripts/lib/markdown-table.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { readMetrics } from '../../../../testing/server/metrics.ts'
import { gauges, jobs } from '../../features.ts'
import { readConfig } from '../config/config.ts'
import { createMetrics } from './collect-metrics.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url))
const read = (name: string) => readFileSync(pathOf(name), 'utf8')

const manual = 'docs/operations/monitoring.md'
const alerts = read('ops/prometheus/alerts.yml')
const alertNames = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

const test = serverTest.extend(
  'scraped',
  { scope: 'file' },
  async ({ server }) => (await readMetrics(server.url)).names
)

/** A metric as its registry has it. */
interface Described {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly labelNames: readonly string[]
}

/** Names of metrics in a text, without what a histogram adds to its own. */
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b((?:customer_center|nodejs|process)_\w+?)(?:_bucket|_sum|_count)?\b/g)].map(
      ([, name = '']) => name
    )
  )

test.for([
  ['the alerts', 'ops/prometheus/alerts.yml', 15],
  ['the dashboard', 'ops/grafana/customer-center.json', 20],
  ['the manual', manual, 20]
] as const)('a server exports every metric that %s name', ([, file, least], { scraped }) => {
  const names = [...namesIn(read(file).replaceAll('customer_center_shared_`', ''))]
  expect(names.length).toBeGreaterThan(least)
  expect(names.filter((name) => !scraped.includes(name))).toEqual([])
})

test('the manual lists every metric of the product', async ({ database, scraped }) => {
  const log = { warn: () => undefined }
  const { registries } = createMetrics({ config: readConfig({}), database, gauges, jobs, log })
  const metrics = registries.flatMap((registry) => registry.getMetricsAsArray() as unknown as Described[])
  const own = metrics.filter(({ name }) => name.startsWith('customer_center_'))
  expect(own.map(({ name }) => name).toSorted()).toEqual(
    scraped.filter((name) => name.startsWith('customer_')).toSorted()
  )
  const rows = own
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, type, labelNames, help }) => [
      `\`${name}\``,
      type,
      labelNames.map((label) => `\`${label}\``).join(', '),
      help
    ])
  const table = markdownTable([['Metric', 'Type', 'Labels', 'Meaning'], ...rows])
  await expect(replaceBetween(read(manual), 'metrics', () => `\n${table}\n`)).toMatchFileSnapshot(pathOf(manual))
})

test('each alert has a paragraph of the manual, and a test in which it fires and one in which it does not', () => {
  const [, paragraphs = ''] = read(manual).split('\n## Alerts\n')
  expect([...paragraphs.matchAll(/^### (\w+)\n\n\w/gm)].map(([, name]) => name)).toEqual(alertNames)
  const [healthy = '', broken = ''] = read('ops/prometheus/alerts.test.yml').split('# An installation in which')
  for (const name of alertNames) {
    expect(healthy).toMatch(new RegExp(`alertname: ${name}, exp_alerts: \\[\\]`))
    expect(broken).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n +- exp_labels`))
  }
})
