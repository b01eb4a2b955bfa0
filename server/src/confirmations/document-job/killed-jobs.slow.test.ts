import { beforeAll, expect, test } from 'vitest'
import { killsOf } from '../../../../testing/kills.ts'
import { buildServer } from '../../../../testing/process.ts'
import { runWithCrashes } from '../../../../testing/server/crash-run.ts'
import { postgresServer, createInstallation } from '../../../../testing/server/test-database.ts'

const kills = killsOf(2)
const jobs = 6 * kills

beforeAll(buildServer)

test.for([
  { kind: 'embedded', worker: false },
  { kind: 'postgres', worker: false },
  { kind: 'postgres', worker: true }
] as const)(
  'what is requested while processes are killed with -9 is made, each once ($kind, separate worker: $worker)',
  { timeout: 120_000 * kills },
  async ({ kind, worker }, { skip }) => {
    skip(kind === 'postgres' && postgresServer() === null)
    const { DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder } = await createInstallation(kind)
    const outcome = await runWithCrashes({ jobs, kills, databaseUrl, dataFolder, worker })
    expect(outcome).toEqual({ acknowledged: jobs, fetched: jobs, different: jobs, registered: jobs, finished: jobs })
  }
)
