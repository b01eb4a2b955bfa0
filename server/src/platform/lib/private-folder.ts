import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const others = 0o007
const everybodyElse = 0o077

/**
 * Closes a folder to all users but the server's, whatever the umask or earlier versions left open, and creates it if
 * needed.
 * @throws Error when other users can enter the folder and the server's user may not change that
 */
export function closeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if ((lstatSync(folder).mode & everybodyElse) === 0) return
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    // The volume belongs to another user of the same group, as with orchestrators.
    if ((lstatSync(folder).mode & others) !== 0) throw error
  }
}

/** Closes a folder and everything in it: only for folders that hold nothing but the server's own files. */
export function closeTree(folder: string): void {
  closeFolder(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) closeTree(path)
    else if (entry.isFile()) chmodSync(path, 0o600)
  }
}
