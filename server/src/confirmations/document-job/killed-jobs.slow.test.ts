import { beforeAll, expect, test } from 'vitest'
import { killsOf } from '../../../../testing/kills.ts'
import { buildServer } from '../../../../testing/process.ts'
import { runWithCrashes } from '../../../../testing/server/crash-run.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { createPostgresDatabase, fillDataFolder, postgresServer } from '../../../../testing/server/test-database.ts'

const kills = killsOf(2)
const jobs = 6 * kills
const postgres = postgresServer()

beforeAll(buildServer)

test.for([
  { kind: 'embedded', worker: false },
  { kind: 'postgres', worker: false },
  { kind: 'postgres', worker: true }
])(
  'what is requested while processes are killed with -9 is made, each once ($kind, separate worker: $worker)',
  { timeout: 120_000 * kills },
  async ({ kind, worker }, { skip }) => {
    skip(kind === 'postgres' && postgres === null)
    const folder = await newFolder()
    const database = kind === 'postgres' && postgres ? await createPostgresDatabase(postgres, 'migrated') : undefined
    if (!database) await fillDataFolder(folder)
    const outcome = await runWithCrashes({
      jobs,
      kills,
      databaseUrl: database?.url ?? '',
      dataFolder: folder,
      worker
    })
    expect(outcome).toEqual({ acknowledged: jobs, fetched: jobs, different: jobs, registered: jobs, finished: jobs })
    await database?.drop()
  }
)
