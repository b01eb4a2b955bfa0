import type { TestProject } from 'vitest/node'
import { hasPostgres } from './postgres-binaries.ts'
import { startPostgres } from './postgres.ts'
import { hasS3, withoutS3 } from './s3.ts'
import { embeddedTemplate } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database that the tests of this run of a file use. */
    databaseKind: 'embedded' | 'postgres'
    /** File with a dump of a migrated PGlite data folder. */
    snapshotFile: string
    /** The data folder that it is a dump of. */
    templateFolder: string
    /** Superuser's address of the scratch PostgreSQL, or null where no binary is found. */
    postgresUrl: string | null
  }
}

// No test ends the machine, and each file makes and drops databases: waiting for the disk took most of that.
const forgetful = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Once in a run, before all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!hasS3()) project.vitest.logger.warn(withoutS3)
  const [postgres, template] = await Promise.all([
    hasPostgres() ? startPostgres(forgetful) : undefined,
    embeddedTemplate()
  ])
  project.provide('snapshotFile', template.dump)
  project.provide('templateFolder', template.folder)
  project.provide('postgresUrl', postgres?.url ?? null)
  return async () => {
    await postgres?.stop()
  }
}
