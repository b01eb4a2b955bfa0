import { rm } from 'node:fs/promises'
import { setTimeout as rest } from 'node:timers/promises'
import { startPostgresProduct } from '../../server/src/testing/postgres-product.ts'
import { startProgram } from '../../testing/process.ts'
import { scratchFolder } from '../../testing/product.ts'
import { cpuOf, postmasterOf } from './cpu.ts'
import type { Measurement } from './measurement.ts'

const seconds = 60
// The start needs so long: V8 still collects its garbage when a server has been idle for a minute and a half.
const startSeconds = 120
const mostShare = 0.005

/** Measures the share of a core that a server takes without calls. */
export async function benchIdle(): Promise<Measurement[]> {
  const { databaseUrl, close } = await startPostgresProduct()
  try {
    const others = { 'its PostgreSQL': await postmasterOf(databaseUrl) }
    const onPostgres = await measure('on PostgreSQL', databaseUrl, others)
    return [...onPostgres, ...(await measure('with the embedded database', ''))]
  } finally {
    await close()
  }
}

async function measure(name: string, databaseUrl: string, others: Record<string, number> = {}): Promise<Measurement[]> {
  const data = await scratchFolder('bench')
  const server = await startProgram('main', { DATABASE_URL: databaseUrl, DATA_FOLDER: data })
  try {
    await rest(startSeconds * 1000)
    const processes = { [`a server ${name}`]: server.pid, ...others }
    const used = Object.values(processes).map(cpuOf)
    await rest(seconds * 1000)
    return Object.entries(processes).map(([what, pid], index) => {
      const share = (cpuOf(pid) - (used[index] ?? 0)) / (seconds * 1e6)
      return {
        name: `share of a core, idle: ${what}`,
        ours: `${(share * 100).toFixed(2)} %`,
        floor: '–',
        ratio: '–',
        limit: `≤ ${mostShare * 100} %`,
        kept: !(share > mostShare)
      }
    })
  } finally {
    await server.end()
    await rm(data, { recursive: true, force: true })
  }
}
