import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Syncs a folder: without it, a power failure may undo the creation or renaming of a file in it. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; NTFS keeps a journal of such changes.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/**
 * Writes a file that only the server's user can read, whole or not at all; replaces an existing file. Once this
 * resolves, the file survives a power failure.
 * @param part path of the incomplete file, on the same file system
 * @throws the error that Node throws when the disk is full, read-only or broken; nothing is left behind then
 */
export async function writeWhole(path: string, bytes: Uint8Array, part: string): Promise<void> {
  await makeFolder(dirname(part))
  try {
    await writeFile(part, bytes, { mode: 0o600, flush: true })
    // The folder is made after the bytes: of a disk that is read-only Node says here that there is no such file.
    await makeFolder(dirname(path))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}
