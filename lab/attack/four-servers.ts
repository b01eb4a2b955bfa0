import { limits } from '../../server/src/platform/limits/limits.ts'
import { today, writeTable } from '../../testing/runner.ts'
import type { Attack } from './attack.ts'
import { ownWays, sharedWays, type SpreadTarget } from './shared-limits.ts'
import { startTarget } from './target.ts'

const servers = 4
/** Settings of limits: of a customer four people can reach more than one of them. */
const numbers = { JOBS_PER_USER: 20, JOBS_PER_CUSTOMER: 50 } as const
/** A letter that is not found counts five times. */
const costs: Partial<Record<string, number>> = { verifications: 5 }

interface Tried {
  readonly name: keyof typeof limits
  readonly most: number
  readonly through: number
}

function mostOf(name: keyof typeof limits): number {
  const limit = limits[name]
  const { most } = limit
  if (typeof most === 'number') return ('inARow' in limit ? limit.inARow : most) / (costs[name] ?? 1)
  return most.setting in numbers ? numbers[most.setting as keyof typeof numbers] : Number.NaN
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

async function tryAll(spread: Omit<SpreadTarget, 'from'>): Promise<Tried[]> {
  const ways = Object.entries({ ...sharedWays, ...ownWays })
  // Contacts that a way adds get the next numbers, which would be those of a later company.
  const companies = []
  for (const [name] of ways) companies.push([name, await spread.newCompany()] as const)
  const companyOf = new Map(companies)
  const tried: Tried[] = []
  for (const [index, [name, way]] of ways.entries()) {
    const through = await way({ ...spread, from: { 'x-forwarded-for': `10.70.${index}.1` } }, companyOf.get(name)!)
    if (through === 0) throw new Error(`Nothing was let through: ${name}.`)
    tried.push({ name: name as keyof typeof limits, most: mostOf(name as keyof typeof limits), through })
  }
  return tried
}

/** Tries each limit of the database over four servers in turn, and shows what they make of limits in memory. */
export const fourServers: Attack = {
  name: `Each limit of the database, over ${servers} servers in turn; a try beyond the limit`,
  async run() {
    const tried = await spreadOver(tryAll)
    const rows = tried.map(({ name, most, through }) => [
      limits[name].of,
      limits[name].kept,
      String(most),
      String(through)
    ])
    writeTable(
      'SECURITY.md',
      'four-servers',
      [['Limit', 'Counted in', 'One server', `Four, on ${today()}`], ...rows],
      2
    )
    const shared = tried.filter(({ name }) => limits[name].kept === 'database')
    const sum = (each: (one: Tried) => number) => shared.reduce((total, one) => total + each(one), 0)
    return { tried: sum(({ through }) => through), through: sum(({ most, through }) => Math.max(0, through - most)) }
  }
}
