import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// Debian's folder of the programs, the newest version first.
const debian = '/usr/lib/postgresql'
const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []

/** Finds the folder with `initdb` and `postgres`: one of the PATH, or Debian's. */
export function findBinaries(): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin'))
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** Finds a program in the PATH, or where Debian has programs that only root starts. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, name)).find(existsSync)

export const hasPooler = (): boolean => findProgram('pgbouncer') !== undefined

/** Tells whether tests run on PostgreSQL as well; TEST_DATABASES=embedded leaves it out, for a quick look. */
export const hasPostgres = (): boolean => process.env['TEST_DATABASES'] !== 'embedded' && findBinaries() !== undefined
