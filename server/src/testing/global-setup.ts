import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../platform/database/connection.ts'
import { hasPostgres } from './postgres-binaries.ts'
import { startPostgres } from './postgres.ts'
import { makeTemplate } from './template.ts'

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

// Making a data folder takes PGlite 3.6 s, loading a dump of one 0.5 s.
async function writeSnapshot(folder: string, file: string): Promise<void> {
  const database = await openEmbedded({ folder })
  await makeTemplate(database.db)
  await database.close()
  const template = await PGlite.create(folder)
  const dump = await template.dumpDataDir('none')
  await template.close()
  await writeFile(file, dump.stream())
}

// No test ends the machine, and each file makes and drops databases: waiting for the disk took most of that.
const forgetful = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Once in a run, before all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await mkdtemp(join(tmpdir(), 'customer-center-tests-'))
  const templateFolder = join(scratch, 'template')
  const snapshotFile = join(scratch, 'snapshot.tar')
  const [postgres] = await Promise.all([
    hasPostgres() ? startPostgres(forgetful) : undefined,
    writeSnapshot(templateFolder, snapshotFile)
  ])
  project.provide('snapshotFile', snapshotFile)
  project.provide('templateFolder', templateFolder)
  project.provide('postgresUrl', postgres?.url ?? null)
  return async () => {
    await postgres?.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}
