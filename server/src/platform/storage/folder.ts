import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, createReadStream, existsSync, statSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { closeFolder, closeTree } from '../lib/private-folder.ts'
import { writeWhole } from '../lib/write-whole.ts'
import { type FileStore, StorageError } from './file-store.ts'

/** The age spares a file that another process is still writing, which takes seconds. */
const abandonedAfterMs = 3_600_000

/** Bytes of one read. With Node's 64 kB, a ZIP file of a thousand documents takes twice as long. */
const highWaterMark = 512 * 1024

const locationOf = (dataFolder: string) => join(resolve(dataFolder), 'documents')

/** Folder of files that are not yet whole. */
const incomingOf = (location: string) => join(location, 'incoming')

/** Removes incomplete files of killed processes. @returns their number */
export async function removeAbandoned(dataFolder: string): Promise<number> {
  const incoming = incomingOf(locationOf(dataFolder))
  // Documents may be in a bucket.
  const names = existsSync(incoming) ? await readdir(incoming) : []
  let removed = 0
  for (const path of names.map((name) => join(incoming, name))) {
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (written >= Date.now() - abandonedAfterMs) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/**
 * Opens the folder `documents` below the data folder, created if needed.
 * @throws StorageError when it cannot be written
 */
export function openFolder(dataFolder: string): FileStore {
  const location = locationOf(dataFolder)
  const incoming = incomingOf(location)
  try {
    closeFolder(resolve(dataFolder))
    closeTree(location)
    accessSync(location, constants.R_OK | constants.W_OK | constants.X_OK)
    closeFolder(incoming)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new StorageError(`The folder ${location} cannot be written (${reason}): set DATA_FOLDER.`, { cause: error })
  }
  return {
    put: (key, bytes) => writeWhole(join(location, key), bytes, join(incoming, randomUUID())),
    async getStream(key, signal) {
      const stream = createReadStream(join(location, key), { highWaterMark, ...(signal && { signal }) })
      // Only opening a file reveals that it is missing.
      await once(stream, 'open')
      return stream
    },
    size: async (key) => (await stat(join(location, key))).size,
    close: () => undefined
  }
}
