import type { TestProject } from 'vitest/node'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { sessionSettings } from '../../server/src/platform/database/session-settings.ts'
import { startPooler } from './pooler.ts'
import { hasPooler, hasPostgres } from './postgres-binaries.ts'
import { runOn, startPostgres } from './postgres.ts'
import { hasS3, withoutS3 } from './s3.ts'
import { embeddedTemplate, type EmbeddedTemplate } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database that the tests of this run of a file use. */
    databaseKind: 'embedded' | 'postgres'
    template: EmbeddedTemplate
    /** Whether the tests of this run of a file reach PostgreSQL through PgBouncer. */
    isPooled: boolean
    /** The address of a role that has all settings of a session, through PgBouncer; null where it is not installed. */
    poolerUrl: string | null
    /** The superuser's address of the scratch PostgreSQL, or null where no binary is found. */
    postgresUrl: string | null
  }
}

// No test ends the machine, and each file makes and drops databases: waiting for the disk took most of that time.
const forgetful = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

const pooledRole = 'pooled'

async function addPooledRole(url: string): Promise<void> {
  const settings = Object.entries(sessionSettings(readConfig({}).databaseStatementMs))
  await runOn(
    `${url}postgres`,
    [
      `create role ${pooledRole} superuser login password '${new URL(url).password}'`,
      ...settings.map(([name, value]) => `alter role ${pooledRole} set ${name} = '${value}'`)
    ].join(';')
  )
}

/** Starts the databases once in a run, before all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!hasS3()) project.vitest.logger.warn(withoutS3)
  const [postgres, template] = await Promise.all([
    hasPostgres() ? startPostgres(forgetful) : undefined,
    embeddedTemplate()
  ])
  const pooler = postgres && hasPooler() ? await startPooler(postgres.url) : undefined
  if (postgres && pooler) await addPooledRole(postgres.url)
  project.provide('poolerUrl', pooler?.url.replace('//postgres:', `//${pooledRole}:`) ?? null)
  project.provide('template', template)
  project.provide('postgresUrl', postgres?.url ?? null)
  return async () => {
    await pooler?.stop()
    await postgres?.stop()
  }
}
