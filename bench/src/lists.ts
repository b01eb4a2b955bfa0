import { isDeepStrictEqual } from 'node:util'
import autocannon, { type Result } from 'autocannon'
import { compareCosts, type Cost, spentSince } from './cost.ts'
import { floorStatements, listedContactFields } from './list-statements.ts'
import { type Measurement, median, perSecond, quantile, times } from './measurement.ts'
import { amongRows } from './million-stage.ts'
import { type PinTo, withPinning } from './pinned.ts'
import { residentBytes, type ServerProcess } from './process.ts'

interface List {
  readonly floor: keyof typeof floorStatements
  readonly path: string
  /** The least rate, and the most CPU, as multiples of the floor's. */
  readonly rate: number
  readonly cpu: number
}

const lists: readonly List[] = [
  { floor: 'documents', path: '/api/eventmanager/documentsbysubscriber', rate: 1, cpu: 1.05 },
  { floor: 'invoices', path: '/api/eventmanager/invoicebysubscriber', rate: 1, cpu: 1.05 },
  { floor: 'contacts', path: `/api/contact?RES_FIELDS=${listedContactFields}`, rate: 0.75, cpu: 1.4 }
]
const mostP99 = 1.4
const mostMemory = 200e6
const seconds = 3
const connections = 10
// Number of sessions: more than a server could keep anything for.
const sessions = 10_000

interface Sides<Value> {
  readonly ours: Value
  readonly floor: Value
}

/**
 * Measures our lists against bare Fastify and `pg` that do the same work. Each request comes from another of the
 * sessions, and the two take turns. First the servers have a core, which only one of them uses at a time, and the load
 * shares the other one with PostgreSQL; then PostgreSQL has one.
 *
 * @param rounds how often both sides take their turn at each list
 */
export function benchLists(rounds = 9): Promise<Measurement[]> {
  return amongRows(sessions, ({ ours, postmaster, tokens, startFloor }) =>
    withPinning(async (pinTo) => {
      const statements = { STATEMENTS: JSON.stringify(floorStatements) }
      const sides = { ours, floor: await startFloor('bench/src/floor/list-server.ts', statements) }
      console.log(`Node ${process.version}`)
      const results: Measurement[] = []
      for (const [layout, pin] of Object.entries(layouts(sides, postmaster, pinTo))) {
        pin()
        for (const list of lists) {
          const runs = await measure(list, rounds, sides, postmaster, tokens)
          results.push(...compare(list, layout, runs))
        }
      }
      return [...results, memoryOf(sides)]
    })
  )
}

/** Lists the layouts, each with another scarce resource, since each side moves work from one to the other. */
function layouts({ ours, floor }: Sides<ServerProcess>, postmaster: number, pinTo: PinTo): Record<string, () => void> {
  const servers = [ours.pid, floor.pid]
  return {
    'servers on a core': () => pinTo(servers, [postmaster, process.pid]),
    'PostgreSQL on a core': () => pinTo([postmaster], [...servers, process.pid])
  }
}

async function measure(
  list: List,
  rounds: number,
  sides: Sides<ServerProcess>,
  postmaster: number,
  tokens: readonly string[]
): Promise<Sides<Run[]>> {
  const urls = { ours: sides.ours.url + list.path, floor: `${sides.floor.url}/${list.floor}` }
  await compareRows(list.floor, urls, tokens[0] ?? '')
  const runs: Sides<Run[]> = { ours: [], floor: [] }
  for (let round = 0; round <= rounds; round += 1)
    for (const side of ['floor', 'ours'] as const) {
      const one = await run(urls[side], sides[side].pid, postmaster, tokens)
      // The first round warms up.
      if (round > 0) runs[side].push(one)
    }
  return runs
}

/** Compares the answers: rates count only if both sides give the same. */
async function compareRows(name: string, urls: Sides<string>, token: string): Promise<void> {
  const read = async (url: string) => {
    const answer = await fetch(url, { headers: { authorization: token, 'content-version': '1.0' } })
    return ((await answer.json()) as { responseData: unknown[] }).responseData
  }
  const [ours, floor] = [await read(urls.ours), await read(urls.floor)]
  if (ours.length === 0 || !isDeepStrictEqual(ours, floor))
    throw new Error(`${name}: our answer and the floor's are not the same.`)
}

interface Run extends Cost {
  readonly rate: number
  /** Milliseconds in which 99 of 100 requests were answered. */
  readonly p99: number
}

async function run(url: string, pid: number, postmaster: number, tokens: readonly string[]): Promise<Run> {
  const spent = spentSince(pid, postmaster)
  const took: number[] = []
  const setupClient = sessionsOf(tokens)
  const result: Result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient(client) {
      setupClient(client)
      // The times are taken here, since autocannon's own figures are whole milliseconds.
      client.on('response', (_status, _bytes, time) => took.push(time))
    }
  })
  const requests = result['2xx']
  if (result.non2xx + result.errors > 0 || requests === 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors, ${requests} answered.`)
  return {
    rate: result.requests.average,
    p99: quantile(took, 0.99),
    ...spent(requests)
  }
}

/** Gives each connection its share of the sessions, which it uses one after the other. */
function sessionsOf(tokens: readonly string[]): (client: autocannon.Client) => void {
  const share = tokens.length / connections
  let next = 0
  return (client) => {
    const mine = tokens.slice(next, next + share)
    next = (next + share) % tokens.length
    client.setRequests(mine.map((authorization) => ({ headers: { authorization, 'content-version': '1.0' } })))
  }
}

function compare({ floor: name, rate, cpu }: List, layout: string, { ours, floor }: Sides<Run[]>): Measurement[] {
  const rates = { ours: median(ours.map((one) => one.rate)), floor: median(floor.map((one) => one.rate)) }
  const p99s = { ours: median(ours.map((one) => one.p99)), floor: median(floor.map((one) => one.p99)) }
  const what = `${name}, ${layout}`
  return [
    {
      name: `${what}: rate`,
      ours: perSecond(rates.ours),
      floor: perSecond(rates.floor),
      ratio: times(rates.ours / rates.floor),
      limit: `≥ ${times(rate)}`,
      kept: rates.ours >= rate * rates.floor
    },
    {
      name: `${what}: p99`,
      ours: `${p99s.ours.toFixed(1)} ms`,
      floor: `${p99s.floor.toFixed(1)} ms`,
      ratio: times(p99s.ours / p99s.floor),
      limit: `≤ ${times(mostP99)}`,
      kept: p99s.ours <= mostP99 * p99s.floor
    },
    compareCosts(what, { ours, floor }, cpu)
  ]
}

/** Measures memory after all lists. */
function memoryOf({ ours, floor }: Sides<ServerProcess>): Measurement {
  const [mine, bare] = [residentBytes(ours.pid), residentBytes(floor.pid)]
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  return {
    name: 'resident memory of the server, warm',
    ours: mb(mine),
    floor: mb(bare),
    ratio: times(mine / bare),
    limit: `≤ ${mb(mostMemory)}`,
    kept: mine <= mostMemory
  }
}
