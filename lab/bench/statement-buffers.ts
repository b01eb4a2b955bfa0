import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Settings with which PostgreSQL explains each statement as it runs it, with its values, in its own log. */
export const explainingSettings: readonly string[] = [
  'shared_preload_libraries=auto_explain',
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_rotation_size=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_format=json'
]

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Actual Loops'?: number
  readonly 'Conflict Resolution'?: string
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly Plan[]
}

/** The plans of a statement. */
export interface StatementUse {
  /** Pages of a run in the mean. */
  readonly pages: number
  /**
   * Searches of indexes in a run. A row that is written is a search of each index of its table and of the map of free
   * pages, and with `on conflict` another one of each.
   */
  readonly searches: number
  /** Tables that a plan reads as a whole. */
  readonly scanned: readonly string[]
}

interface Run {
  readonly pages: number
  readonly searches: number
  readonly scanned: readonly string[]
  /** Whether it is the first one of its connection, which also reads the catalogue. */
  readonly isFirst: boolean
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

function searchesOf(node: Plan, indexesOfTables: ReadonlyMap<string, number>): number {
  // Each element of an array is searched for.
  const [, elements = ''] = /= ANY \('\{(.*?)\}'/.exec(node['Index Cond'] ?? '') ?? []
  if (node['Index Name'] !== undefined) return (node['Actual Loops'] ?? 1) * elements.split(',').length
  if (node['Node Type'] !== 'ModifyTable') return 0
  return (1 + (indexesOfTables.get(node['Relation Name'] ?? '') ?? 0)) * (node['Conflict Resolution'] ? 2 : 1)
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function useOf(all: readonly Run[]): StatementUse {
  const warm = all.filter(({ isFirst }) => !isFirst)
  const runs = warm.length > 0 ? warm : all
  return {
    pages: meanOf(runs.map(({ pages }) => pages)),
    searches: meanOf(runs.map(({ searches }) => searches)),
    scanned: [...new Set(all.flatMap(({ scanned }) => scanned))]
  }
}

/**
 * Reads the plans in a PostgreSQL's log, by the text of the statement.
 * @param indexesOfTables the number of indexes of each table
 */
export async function readStatementUses(
  dataDirectory: string,
  indexesOfTables: ReadonlyMap<string, number>
): Promise<Map<string, StatementUse>> {
  const folder = join(dataDirectory, 'log')
  const runs = new Map<string, Run[]>()
  const known = new Set<string>()
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json')))
    for await (const line of createInterface(createReadStream(join(folder, name)))) {
      const { pid, message = '' } = JSON.parse(line) as { readonly pid: number; readonly message?: string }
      const [, json] = /^duration: [\d.]+ ms {2}plan:\n(.*)$/s.exec(message) ?? []
      if (json === undefined) continue
      const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Plan }
      const nodes = nodesOf(plan)
      const run: Run = {
        pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
        searches: nodes.reduce((sum, node) => sum + searchesOf(node, indexesOfTables), 0),
        scanned: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [])),
        isFirst: !known.has(`${pid} ${text}`)
      }
      known.add(`${pid} ${text}`)
      runs.set(text, [...(runs.get(text) ?? []), run])
    }
  return new Map([...runs].map(([text, all]) => [text, useOf(all)]))
}
