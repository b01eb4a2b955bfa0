import { rmSync } from 'node:fs'
import { setTimeout as rest } from 'node:timers/promises'
import { root } from '../../scripts/lib/run.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { createPostgresDatabase } from '../../server/src/testing/test-database.ts'
import { cpuOf, postmasterOf } from './cpu.ts'
import type { Measurement } from './measurement.ts'
import { startProcess } from './process.ts'
import { scratchFolder } from './product.ts'

const seconds = 60
// The start needs so long: V8 still collects its garbage when a server has been idle for a minute and a half.
const startSeconds = 120
const mostShare = 0.005

/** Measures the share of a core that a server takes without calls. */
export async function benchIdle(): Promise<Measurement[]> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The bench of an idle server needs a PostgreSQL binary.')
  try {
    const { url } = await createPostgresDatabase(postgres.url, 'migrated')
    const others = { 'its PostgreSQL': await postmasterOf(url) }
    return [...(await measure('on PostgreSQL', url, others)), ...(await measure('with the embedded database', ''))]
  } finally {
    await postgres.stop()
  }
}

async function measure(name: string, databaseUrl: string, others: Record<string, number> = {}): Promise<Measurement[]> {
  const data = scratchFolder()
  const settings = { DATABASE_URL: databaseUrl, DATA_FOLDER: data, PORT: '0', LOG_LEVEL: 'error' }
  const server = await startProcess(`${root}/server/dist/programs/main.js`, settings)
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
    rmSync(data, { recursive: true, force: true })
  }
}
