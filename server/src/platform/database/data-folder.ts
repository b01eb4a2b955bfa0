import { existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import lockfile from 'proper-lockfile'
import { closeFolder } from '../lib/private-folder.ts'
import { DatabaseError, FolderHeldError, errorCode, errorMessage } from './errors.ts'

const note = 'The database of this installation is on a PostgreSQL server: every program here needs its DATABASE_URL.\n'
const noteName = 'database-server.txt'

export const embeddedFolder = (dataFolder: string): string => join(resolve(dataFolder), 'database')

/**
 * Leaves a note for programs that are started without DATABASE_URL: they would silently create an embedded database. A
 * folder with an embedded database gets no note: a DATABASE_URL that was set by mistake must not lock the folder.
 */
export function markServerInstallation(dataFolder: string): void {
  if (existsSync(embeddedFolder(dataFolder))) return
  try {
    // The first command may run before anything has created the folder; with S3, nothing else creates it.
    mkdirSync(resolve(dataFolder), { recursive: true, mode: 0o700 })
    writeFileSync(join(resolve(dataFolder), noteName), note, { flag: 'wx' })
  } catch {
    // The note is there already, or the folder is not writable: then nobody can create a database in it either.
  }
}

/** @throws DatabaseError where an embedded database would be made in the data folder of a PostgreSQL installation */
export function refuseEmbeddedDatabase(dataFolder: string): void {
  const file = join(resolve(dataFolder), noteName)
  if (existsSync(embeddedFolder(dataFolder)) || !existsSync(file)) return
  throw new DatabaseError(
    `The setting DATABASE_URL is missing: the data folder ${resolve(dataFolder)} belongs to an installation on a PostgreSQL server. To begin an embedded database in it, remove ${file}.`
  )
}

interface Holder {
  readonly pid: number
  readonly started: string
  readonly machine: string
}

const heartbeatMs = 1000
const holderFile = 'holder.json'

/** Returns the time at which a process began, which distinguishes it from a later process with the same number. */
function startOf(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    // A zombie keeps its process id until its parent reaps it.
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

/** Process numbers are unique only within one boot of one machine or container. */
function machine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() + readlinkSync('/proc/self/ns/pid')
  } catch {
    return hostname()
  }
}

function isRunning({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  return startOf(pid) === started
}

/**
 * Tells whether a holder in another container is running. Its process is not visible, but it touches its file
 * regularly.
 */
async function isTouched(file: string): Promise<boolean> {
  const before = (await stat(file)).mtimeMs
  await wait(4 * heartbeatMs)
  return (await stat(file)).mtimeMs !== before
}

async function isHolderAlive(file: string): Promise<boolean> {
  try {
    const holder = JSON.parse(await readFile(file, 'utf8')) as Holder
    return holder.machine === machine() ? isRunning(holder) : await isTouched(file)
  } catch (error) {
    // The file also disappears if its holder ends during this wait.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return false
    throw error
  }
}

/** Tells whether another process holds the folder, as far as this process can see. */
export async function isFolderHeld(folder: string): Promise<boolean> {
  return isHolderAlive(join(folder, holderFile)).catch(() => false)
}

/**
 * Takes the folder for this process, creating it if needed. PGlite does not lock it: of two processes on one
 * folder one silently loses its writes. A holder that was killed leaves its file behind, which its process number and
 * start time expose, so that the next start need not wait for an age limit.
 * @returns gives the folder back
 * @throws DatabaseError when another process holds the folder or it cannot be written
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, holderFile)
  const own: Holder = { pid: process.pid, started: startOf(process.pid), machine: machine() }
  try {
    closeFolder(folder)
    // Two steps read and replace the holder, so a lock keeps two starts from doing both at once.
    const release = await lockfile.lock(folder, {
      lockfilePath: join(folder, 'holder.guard'),
      stale: 6 * heartbeatMs,
      retries: { retries: 100, factor: 1, minTimeout: 100 }
    })
    try {
      if (await isHolderAlive(file)) {
        throw new FolderHeldError(`The data folder ${folder} is held by another process: stop it, or set DATA_FOLDER.`)
      }
      await writeFile(`${file}.new`, JSON.stringify(own))
      await rename(`${file}.new`, file)
    } finally {
      await release()
    }
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    const reason = errorCode(error) || errorMessage(error)
    throw new DatabaseError(`The data folder ${folder} cannot be written (${reason}): set DATA_FOLDER.`, {
      cause: error
    })
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    // One missed touch does no harm; if the folder has disappeared, the next write of the database fails.
    utimes(file, now, now).catch(() => undefined)
  }, heartbeatMs).unref()
  return async () => {
    clearInterval(heartbeat)
    await rm(file, { force: true })
  }
}
