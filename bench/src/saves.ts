import autocannon from 'autocannon'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { tokenOf } from '../../testing/product.ts'
import { compareCosts, type Cost, spentSince } from './cost.ts'
import { compareWithFloor, type Measurement, median } from './measurement.ts'
import { benchCustomer } from './million-rows.ts'
import { amongRows } from './million-stage.ts'

const slowest = 1.4
const mostCpu = 1.6
const savesOfRound = 2000

const saves = [
  { path: '/customer', code: customerFields.homePage.code, key: {} },
  {
    path: '/contact',
    code: contactFields.jobtitle.code,
    // The contact is not the caller's, whose session a save might touch.
    key: { [contactFields.pvaid.code]: benchCustomer.pvaid + 5000 }
  }
]

/**
 * Measures the cost of a save against the same three round trips in bare `pg` behind bare Fastify, among 100,000 contacts
 * that PostgreSQL has never analysed, as after a first import. Both are called over HTTP in turns, by one connection that
 * waits for each answer: so the time is the one that a person waits. With several connections the lock of the one row
 * would be measured, on both sides. The scratch PostgreSQL has its standard settings, so that both sides wait for the
 * disk at the end, as a provider's does; the CPU says what the disk hides.
 *
 * @param rounds how often both sides take their turn at each save
 */
export function benchSaves(rounds = 9): Promise<Measurement[]> {
  return amongRows(
    0,
    async ({ ours, postmaster, startFloor }) => {
      const floor = await startFloor('bench/src/floor/save-server.ts')
      const headers = { authorization: await tokenOf(benchCustomer, ours), 'content-version': '1.0' }
      const sides = { floor: { url: floor.url, pid: floor.pid }, ours: { url: `${ours.url}/api`, pid: ours.pid } }
      const results: Measurement[] = []
      for (const { path, code, key } of saves) {
        const bodyOf = (value: string) => JSON.stringify({ data: { ...key, [code]: value } })
        const runs: Record<keyof typeof sides, Run[]> = { floor: [], ours: [] }
        for (let round = 0; round <= rounds; round += 1)
          for (const side of ['floor', 'ours'] as const) {
            const spent = spentSince(sides[side].pid, postmaster)
            const took = await saveOften(sides[side].url + path, headers, bodyOf)
            // The first round warms up.
            if (round > 0) runs[side].push({ took, ...spent(savesOfRound) })
          }
        results.push(timeOf(path, runs), compareCosts(`PUT ${path}`, runs, mostCpu))
      }
      return results
    },
    { contacts: 100_000, isAnalysed: false }
  )
}

interface Run extends Cost {
  /** Microseconds of a save. */
  readonly took: number
}

function timeOf(path: string, runs: { readonly ours: readonly Run[]; readonly floor: readonly Run[] }): Measurement {
  const [ours, floor] = [median(runs.ours.map(({ took }) => took)), median(runs.floor.map(({ took }) => took))]
  const name = `PUT ${path}, against its three statements in pg and Fastify: time`
  return compareWithFloor(name, (time) => `${time.toFixed(0)} µs`, { ours, floor }, { most: slowest })
}

let saved = 0

/**
 * Saves often, each time with a value that no save had before: a save without a difference writes nothing.
 * @returns the median time of a save, in microseconds
 */
async function saveOften(
  url: string,
  headers: Record<string, string>,
  bodyOf: (value: string) => string
): Promise<number> {
  const took: number[] = []
  const result = await autocannon({
    url,
    connections: 1,
    // The times are taken here: autocannon's own end is that of a whole second.
    setupClient: (client) => client.on('response', (_status, _bytes, time) => took.push(time)),
    // The run has a number of saves, not seconds: one that is still under way when the time is up would meet the other
    // side's first save.
    amount: savesOfRound,
    requests: [
      {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: bodyOf(`Wert ${(saved += 1)}`) })
      }
    ],
    verifyBody: (body) => body?.toString().includes('"RESTReturnCode":0') ?? false
  })
  if (result.non2xx + result.errors + result.mismatches > 0 || result['2xx'] === 0)
    throw new Error(
      `${url}: ${result.non2xx} refused, ${result.errors} errors, ${result.mismatches} not saved, ${result['2xx']} answered.`
    )
  return 1000 * median(took)
}
