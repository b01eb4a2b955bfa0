import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseError } from './errors.ts'

const note = 'The database of this installation is on a PostgreSQL server: every program here needs its DATABASE_URL.\n'
const noteName = 'database-server.txt'

/** Returns the folder of the embedded database in a data folder. */
export const embeddedFolder = (dataFolder: string): string => join(resolve(dataFolder), 'database')

/**
 * Leaves a note for programs that are started without DATABASE_URL: they would make an embedded database, and be
 * content with it. Not beside one that is there: a DATABASE_URL that was set by mistake must not shut it.
 */
export function noteServer(dataFolder: string): void {
  if (existsSync(embeddedFolder(dataFolder))) return
  try {
    // The first command may come before anything else has made the folder, and with S3 nothing may ever make it.
    mkdirSync(resolve(dataFolder), { recursive: true, mode: 0o700 })
    writeFileSync(join(resolve(dataFolder), noteName), note, { flag: 'wx' })
  } catch {
    // The folder is there, or nobody can make a database in it either.
  }
}

/** @throws DatabaseError where an embedded database would be made in the data folder of a PostgreSQL installation */
export function checkNoServer(dataFolder: string): void {
  const file = join(resolve(dataFolder), noteName)
  if (existsSync(embeddedFolder(dataFolder)) || !existsSync(file)) return
  throw new DatabaseError(
    `The setting DATABASE_URL is missing: the data folder ${resolve(dataFolder)} belongs to an installation on a PostgreSQL server. To begin an embedded database in it, remove ${file}.`
  )
}
