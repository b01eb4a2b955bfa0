import autocannon from 'autocannon'
import { type Measurement, ms, times } from './measurement.ts'

interface Load {
  readonly url: string
  readonly headers: Record<string, string>
  readonly connections: number
  /** How many requests the server takes at once, in words. */
  readonly limit: string
}

/** Ten times the load: whatever is asked gets its answer or a clean refusal (503 that says when to try again), and nothing hangs. */
export async function overload({ url, headers, connections, limit }: Load): Promise<Measurement> {
  const usual = await autocannon({ url, headers, connections, duration: 5 })
  let clean = 0
  const heavy = await autocannon({
    url,
    headers,
    connections: connections * 10,
    duration: 10,
    timeout: 30,
    setupClient(client) {
      client.on('headers', (answer: unknown) => {
        const { statusCode, headers: sent } = answer as { statusCode: number; headers: string[] }
        if (statusCode === 503 && sent.some((name) => name.toLowerCase() === 'retry-after')) clean += 1
      })
    }
  })
  const refused = heavy.statusCodeStats?.['503']?.count ?? 0
  return {
    name: `load ×10, ${limit}: p99; ${heavy['2xx']} answered, ${refused} refused (${refused - clean} without Retry-After), ${heavy.errors} errors, ${heavy.timeouts} hung`,
    ours: ms(heavy.latency.p99),
    floor: ms(usual.latency.p99),
    ratio: times(heavy.latency.p99 / Math.max(1, usual.latency.p99)),
    limit: 'all answered or 503',
    kept: heavy['2xx'] > 0 && heavy.errors === 0 && heavy.timeouts === 0 && heavy.non2xx === refused && clean >= refused
  }
}
