import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startChild } from '../testing/child.ts'
import { createPostgresDatabase, postgresServer } from '../testing/fresh-database.ts'
import { runKilled } from '../testing/killed-functions.ts'

const sources = { main: new URL('../main.ts', import.meta.url), worker: new URL('../worker.ts', import.meta.url) }
const jobs = 20
const postgres = postgresServer()

test.each([
  { kind: 'embedded', worker: false },
  { kind: 'postgres', worker: false },
  { kind: 'postgres', worker: true }
])(
  'what is asked for while processes are killed with -9 is made, each once ($kind, a worker of its own: $worker)',
  { timeout: 240_000 },
  async ({ kind, worker }) => {
    if (kind === 'postgres' && postgres === null) return
    const folder = await mkdtemp(join(tmpdir(), 'customer-center-killed-'))
    const database = kind === 'postgres' && postgres ? await createPostgresDatabase(postgres, 'migrated') : undefined
    const outcome = await runKilled({
      jobs,
      kills: 2,
      databaseUrl: database?.url ?? '',
      dataFolder: folder,
      worker,
      spawn: (program, env) => startChild(sources[program], env)
    })
    expect(outcome).toEqual({ acknowledged: jobs, fetched: jobs, different: jobs, registered: jobs, finished: jobs })
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  }
)
