import { readFileSync } from 'node:fs'
import { cellsOf } from '../../scripts/lib/markdown-table.ts'
import { root } from '../../scripts/lib/run.ts'
import type { TestCustomer } from '../../testing/server/customer.ts'
import { today, writeTable } from '../trial/page.ts'
import { ways } from './shared-limits.ts'
import type { SpreadTarget } from './spread-tries.ts'
import { type Attack, startTarget } from './target.ts'

const servers = 4
/** Settings of limits: of a customer four people can reach more than one of them. */
const numbers: Readonly<Record<string, number>> = { JOBS_PER_USER: 20, JOBS_PER_CUSTOMER: 50 }

interface PublishedLimit {
  readonly of: string
  readonly most: number
  /** What counts it: `database` or `process`. */
  readonly kept: string
}

/** Reads the limits that docs/SECURITY.md promises. */
function readLimits(): PublishedLimit[] {
  const [, table = ''] = readFileSync(`${root}/docs/SECURITY.md`, 'utf8').split(/<!-- \/?limits -->/)
  return cellsOf(table).flatMap(([of = '', most = '', , kept = '']) => {
    const number = /(\d+) without a pause/.exec(most)?.[1] ?? /^\d+/.exec(most)?.[0]
    const setting = /^`(\w+)` at once/.exec(most)?.[1] ?? ''
    // A letter that is not found counts five times.
    const cost = of.includes('counts five times') ? 5 : 1
    return [{ of, most: Number(number ?? numbers[setting]) / cost, kept }]
  })
}

/** Pairs each way with its limit. @throws Error where the page has a limit of the database that no way tries */
function pairWithLimits() {
  const limits = readLimits()
  const pairs = ways.map(([of, way]) => {
    const [limit] = limits.splice(
      limits.findIndex((one) => one.of === of),
      1
    )
    if (limit?.of !== of || Number.isNaN(limit.most)) throw new Error(`docs/SECURITY.md has no such limit: ${of}`)
    return { ...limit, way }
  })
  const left = limits.filter(({ kept }) => kept === 'database').map(({ of }) => of)
  if (left.length > 0) throw new Error(`No way here tries: ${left.join(', ')}`)
  return pairs
}

/**
 * Starts four servers on a database of their own. They work on no jobs, so that what is queued stays countable, and are
 * patient, since all start on one machine.
 */
async function spreadOver<Result>(work: (spread: Omit<SpreadTarget, 'from'>) => Promise<Result>): Promise<Result> {
  const jobs = Object.fromEntries(Object.entries(numbers).map(([name, most]) => [name, String(most)]))
  const settings = { JOBS: 'worker', DATABASE_CONNECT_MS: '30000', DATABASE_QUERY_MS: '30000', ...jobs }
  const target = await startTarget(settings)
  const urls = [target.url]
  let turn = 0
  try {
    while (urls.length < servers) urls.push((await target.startServer(settings)).url)
    return await work({ ...target, next: () => urls[turn++ % servers]! })
  } finally {
    await target.close()
  }
}

async function tryAll(spread: Omit<SpreadTarget, 'from'>) {
  const pairs = pairWithLimits()
  // Contacts that a way adds get the next numbers, which would be those of a later customer.
  const customers: TestCustomer[] = []
  for (const _ of pairs) customers.push(await spread.newCustomer())
  const tried: (PublishedLimit & { readonly done: number })[] = []
  for (const [index, customer] of customers.entries()) {
    const { way, ...limit } = pairs[index]!
    const done = await way({ ...spread, from: { 'x-forwarded-for': `10.70.${index}.1` } }, customer)
    if (done === 0) throw new Error(`Nothing was let through: ${limit.of}.`)
    tried.push({ ...limit, done })
  }
  return tried
}

/** Tries each limit of the database over four servers in turn, and shows what they make of limits in memory. */
export const fourServers: Attack = {
  name: `Each limit of the database, over ${servers} servers in turn; a try beyond the limit`,
  async run() {
    const tried = await spreadOver(tryAll)
    const head = ['Limit', 'Counted in', 'One server', `Four, on ${today()}`]
    const rows = tried.map((one) => [one.of, one.kept, String(one.most), String(one.done)])
    writeTable('SECURITY.md', 'four-servers', [head, ...rows], 2)
    const shared = tried.filter(({ kept }) => kept === 'database')
    const sum = (each: (one: (typeof tried)[number]) => number) => shared.reduce((total, one) => total + each(one), 0)
    return { tried: sum((one) => one.done), broken: sum((one) => Math.max(0, one.done - one.most)) }
  }
}
