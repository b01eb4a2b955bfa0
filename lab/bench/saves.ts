import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import { tokenOf } from '../../testing/product.ts'
import { compareWithFloor, type Measurement, median } from '../trial/measurement.ts'
import { compareCosts, type Cost, spentSince } from './cost.ts'
import { benchCustomer } from './million-rows.ts'
import { amongRows } from './million-stage.ts'

const slowest = 1.4
const maxCpu = 1.6
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
    async ({ ours, postmaster, load, startFloor }) => {
      const floor = await startFloor('lab/bench/floor/save-server.ts')
      const authorization = await tokenOf(benchCustomer, ours)
      const headers = { authorization, 'content-version': '1.0', 'content-type': 'application/json' }
      const sides = {
        floor: { url: floor.url, base: '', pid: floor.pid },
        ours: { url: ours.url, base: '/api', pid: ours.pid }
      }
      const results: Measurement[] = []
      for (const { path, code, key } of saves) {
        // A save without a difference writes nothing.
        const body = JSON.stringify({ data: { ...key, [code]: 'Wert %n' } })
        const runs: Record<keyof typeof sides, Run[]> = { floor: [], ours: [] }
        for (let round = 0; round <= rounds; round += 1)
          for (const side of ['floor', 'ours'] as const) {
            const spent = spentSince(sides[side].pid, postmaster)
            const { answered } = await load.run({
              url: sides[side].url,
              calls: [{ method: 'PUT', path: sides[side].base + path, headers, body }],
              // A run has a number of saves, not seconds: one that is still under way when the time is up would meet the
              // other side's first save.
              pace: { connections: 1, amount: savesOfRound },
              expected: '"RESTReturnCode":0'
            })
            // The first round warms up.
            if (round > 0) runs[side].push({ took: 1000 * median(answered), ...spent(savesOfRound) })
          }
        results.push(timeOf(path, runs), compareCosts(`PUT ${path}`, runs, maxCpu))
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
