import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, createReadStream, readdirSync, rmSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { closeFolder, closeTree } from '../lib/private-folder.ts'
import { writeWhole } from '../lib/write-whole.ts'
import { type FileStore, StorageError } from './file-store.ts'

/** The time allows for another process in the middle of writing a file, which takes seconds. */
const abandonedAfterMs = 3_600_000

/** Bytes of a read. With Node's 64 kB a ZIP file of a thousand documents is sent at half the speed. */
const highWaterMark = 512 * 1024

/** Removes files of processes that were killed while they wrote. */
function removeAbandoned(incoming: string): void {
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name)
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (written < Date.now() - abandonedAfterMs) rmSync(path, { force: true })
  }
}

/**
 * Opens the folder `documents` below the data folder, created if needed.
 * @throws StorageError when it cannot be written
 */
export function openFolder(dataFolder: string): FileStore {
  const location = join(resolve(dataFolder), 'documents')
  const incoming = join(location, 'incoming')
  try {
    closeFolder(resolve(dataFolder))
    closeTree(location)
    accessSync(location, constants.R_OK | constants.W_OK | constants.X_OK)
    closeFolder(incoming)
    removeAbandoned(incoming)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new StorageError(`The folder ${location} cannot be written (${reason}): set DATA_FOLDER.`, { cause: error })
  }
  return {
    put: (key, bytes) => writeWhole(join(location, key), bytes, join(incoming, randomUUID())),
    async getStream(key, signal) {
      const stream = createReadStream(join(location, key), { highWaterMark, ...(signal && { signal }) })
      // A missing file shows itself only when it is opened.
      await once(stream, 'open')
      return stream
    },
    size: async (key) => (await stat(join(location, key))).size,
    close: () => undefined
  }
}
