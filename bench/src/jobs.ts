import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createPostgresDatabase } from '../../server/src/testing/test-database.ts'
import { type CrashRun, runWithCrashes } from '../../server/src/testing/crash-run.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { root } from '../../scripts/lib/run.ts'
import { benchLatencyUnderWork } from './latency-under-work.ts'
import type { Measurement } from './measurement.ts'
import { scratchFolder } from './product.ts'

const jobs = Number(process.env['SOAK_JOBS'] ?? 500)
const kills = Number(process.env['SOAK_KILLS'] ?? 20)

const spawn: CrashRun['spawn'] = (program, env) =>
  fork(`${root}/server/dist/programs/${program}.js`, {
    env: { ...process.env, ...env },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })

/**
 * Measures documents made while the real programs are killed with -9 at random moments, and the effect of many
 * documents on other calls.
 */
export async function benchJobs(): Promise<Measurement[]> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The jobs bench needs a PostgreSQL binary.')
  try {
    const results = [await soak('embedded database', '', false)]
    for (const worker of [false, true]) {
      const { url, drop } = await createPostgresDatabase(postgres.url, 'migrated')
      results.push(await soak(worker ? 'PostgreSQL, with a worker' : 'PostgreSQL', url, worker))
      await drop()
    }
    for (const kind of ['embedded database', 'PostgreSQL'] as const) {
      const database = kind === 'PostgreSQL' ? await createPostgresDatabase(postgres.url, 'migrated') : undefined
      results.push(await benchLatencyUnderWork(kind, database?.url ?? '', spawn))
      await database?.drop()
    }
    return results
  } finally {
    await postgres.stop()
  }
}

async function soak(name: string, databaseUrl: string, worker: boolean): Promise<Measurement> {
  const dataFolder = scratchFolder()
  const start = Date.now()
  try {
    const outcome = await runWithCrashes({ jobs, kills, databaseUrl, dataFolder, worker, spawn })
    console.log(name, outcome)
    const numbers = Object.values(outcome)
    return {
      name: `${jobs} jobs with ${kills} kills -9, ${name}`,
      ours: `${outcome.fetched} results, ${outcome.registered} letters`,
      floor: '',
      ratio: `${Math.round((Date.now() - start) / 1000)} s`,
      limit: `${jobs}, each once`,
      kept: numbers.every((number) => number === jobs)
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
