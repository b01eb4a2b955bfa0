// On both databases: each has a planner of its own.

import { globSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'
import { describe, expect } from 'vitest'
import { test } from '../../testing/server/fixtures.ts'
import * as document from './bookings/document/document.repository.ts'
import * as eventModel from './bookings/event-model/event-model.repository.ts'
import * as event from './bookings/event/event.repository.ts'
import * as invoice from './bookings/invoice/invoice.repository.ts'
import * as order from './bookings/order/order.repository.ts'
import * as webinar from './bookings/webinar/webinar.repository.ts'
import * as evaluation from './confirmations/evaluation/evaluation.repository.ts'
import * as contactList from './people/customer/contact/contact-list.repository.ts'
import * as customer from './people/customer/customer.repository.ts'
import * as invoiceAddress from './people/customer/invoice-address/invoice-address.repository.ts'
import * as field from './people/field/field.repository.ts'
import * as shopUserList from './people/shop-user/shop-user-list.repository.ts'

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Parent Relationship'?: string
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** A bitmap scan reads the table by the rows that its index scans found below it. */
const isByKey = (plan: Plan): boolean =>
  plan['Index Cond'] !== undefined ||
  (plan['Node Type'] === 'Bitmap Heap Scan' && (plan.Plans ?? []).every((below) => nodesOf(below).some(isByKey)))

// The tables are empty, so the planner would read them whole. With enable_seqscan off it does so only where no index
// fits.
async function explain(pool: Pool, sql: string, count: number): Promise<Plan> {
  const client = await pool.connect()
  try {
    await client.query(`set enable_seqscan = off; set plan_cache_mode = force_generic_plan; prepare list as ${sql}`)
    const values = Array.from({ length: count }, () => 'null').join()
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json, verbose, costs off) execute list${count > 0 ? `(${values})` : ''}`
    )
    return rows[0]!['QUERY PLAN'][0].Plan
  } finally {
    await client.query('deallocate all; reset enable_seqscan; reset plan_cache_mode')
    client.release()
  }
}

/** Each subplan as text, without the numbers that tell two of the same apart. */
const subplansOf = (plan: Plan): string[] =>
  nodesOf(plan)
    .filter((node) => node['Parent Relationship'] === 'SubPlan')
    .map((node) => JSON.stringify({ ...node, 'Subplan Name': '' }).replaceAll(/(?<=\w)_\d+\b|SubPlan \d+/g, ''))

interface NamedList {
  readonly name: string
  readonly statements: () => readonly { readonly sql: string; readonly parameters: readonly string[] }[]
}

const repositories: readonly object[] = [
  document,
  eventModel,
  event,
  invoice,
  order,
  webinar,
  evaluation,
  contactList,
  customer,
  invoiceAddress,
  field,
  shopUserList
]
const lists = repositories
  .flatMap((exported) => Object.entries<object>({ ...exported }).map(([name, one]) => ({ ...one, name })))
  .filter((one): one is NamedList => 'statements' in one)

describe('the plans of lists', () => {
  test('are those of all lists', () => {
    const files = globSync('**/*.repository.ts', { cwd: import.meta.dirname })
    const texts = files.map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
    expect(texts.join('').match(/ = defineList\b/g)).toHaveLength(lists.length)
  })

  test.for(lists)('$name: every table is read by a key', async ({ statements }, { database }) => {
    for (const { sql, parameters } of statements()) {
      const nodes = nodesOf(await explain(database.pool, sql, parameters.length))
      const tables = nodes.filter((node) => node['Relation Name'] !== undefined)
      expect(tables).not.toEqual([])
      expect(tables.filter((node) => !isByKey(node))).toEqual([])
    }
  })

  test.for(lists)('$name: nothing is computed twice', async ({ statements }, { database }) => {
    for (const { sql, parameters } of statements()) {
      const subplans = subplansOf(await explain(database.pool, sql, parameters.length))
      expect(subplans.filter((subplan, index) => subplans.indexOf(subplan) !== index)).toEqual([])
    }
  })
})
