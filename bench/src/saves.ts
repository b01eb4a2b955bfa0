import autocannon from 'autocannon'
import { contactFields } from '@customer-center/contract/contact'
import { customerFields } from '@customer-center/contract/customer'
import type { Measurement } from './measurement.ts'
import { benchCustomer } from './million-rows.ts'
import { median, times } from './measurement.ts'

const rounds = 5
const limit = 1.4

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
 * Measures the cost of a save against the same three round trips in bare `pg` behind bare Fastify. Both are called over
 * HTTP, by one connection that waits for each answer: so the figure is the time that a person waits. With several
 * connections the lock of the one row would be measured, on both sides. The scratch PostgreSQL has its standard
 * settings, so that both sides wait for the disk at the end, as a provider's does.
 */
export async function benchSaves(
  oursUrl: string,
  floorUrl: string,
  headers: Record<string, string>
): Promise<Measurement[]> {
  const results: Measurement[] = []
  for (const { path, code, key } of saves) {
    const bodyOf = (value: string) => JSON.stringify({ data: { ...key, [code]: value } })
    const costs: { ours: number[]; floor: number[] } = { ours: [], floor: [] }
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await cost(floorUrl + path, headers, bodyOf)
      const mine = await cost(`${oursUrl}/api${path}`, headers, bodyOf)
      if (round === 0) continue
      costs.floor.push(bare)
      costs.ours.push(mine)
    }
    const [ours, bare] = [median(costs.ours), median(costs.floor)]
    results.push({
      name: `PUT ${path}, against its three statements in pg and Fastify`,
      ours: `${ours.toFixed(2)} ms`,
      floor: `${bare.toFixed(2)} ms`,
      ratio: times(ours / bare),
      limit: `≤ ${times(limit)}`,
      kept: ours <= limit * bare
    })
  }
  return results
}

let saved = 0

/**
 * Measures milliseconds a save, each with a value that no save had before: a save without a difference writes nothing.
 */
async function cost(url: string, headers: Record<string, string>, bodyOf: (value: string) => string): Promise<number> {
  const result = await autocannon({
    url,
    connections: 1,
    // The run has a number of saves, not seconds: one that is still under way when the time is up would meet the other
    // side's first save.
    amount: 1000,
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
  // Autocannon's rates are counted by whole seconds, of which there are only a few.
  return (result.finish.getTime() - result.start.getTime()) / result['2xx']
}
