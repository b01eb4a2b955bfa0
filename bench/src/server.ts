import autocannon from 'autocannon'
import { type Measurement, times } from './measurement.ts'
import { benchCustomer } from './million-rows.ts'
import { amongRows } from './million-stage.ts'
import { residentBytes } from './cpu.ts'
import { tokenOf } from '../../testing/product.ts'

const memoryLimit = 1.1

/** Measures the server's memory after many calls, among a million contacts and documents on PostgreSQL. */
export function benchServer(): Promise<Measurement[]> {
  return amongRows(0, async ({ ours }) => {
    const headers = { authorization: await tokenOf(benchCustomer, ours), 'content-version': '1.0' }
    return [await memory(`${ours.url}/api/eventmanager/invoicebysubscriber`, headers, ours.pid)]
  })
}

async function memory(url: string, headers: Record<string, string>, pid: number): Promise<Measurement> {
  await autocannon({ url, headers, connections: 10, amount: 10_000 })
  const early = residentBytes(pid)
  await autocannon({ url, headers, connections: 10, amount: 90_000 })
  const late = residentBytes(pid)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  return {
    name: 'resident memory after 100,000 requests, against 10,000',
    ours: mb(late),
    floor: mb(early),
    ratio: times(late / early),
    limit: `≤ ${times(memoryLimit)}`,
    kept: late <= memoryLimit * early
  }
}
