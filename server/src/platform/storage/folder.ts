import { accessSync, constants } from 'node:fs'
import { join, resolve } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { closeFolder, closeTree } from '../lib/private-folder.ts'
import { StorageError } from './storage-error.ts'

/** The folder `documents` below the data folder, created if needed. @throws StorageError when it cannot be written */
export function openFolder(dataFolder: string): Disk {
  const location = join(resolve(dataFolder), 'documents')
  try {
    closeFolder(resolve(dataFolder))
    closeTree(location)
    accessSync(location, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new StorageError(`The folder ${location} cannot be written (${reason}): set DATA_FOLDER.`, { cause: error })
  }
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}
