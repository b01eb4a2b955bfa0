import { readdir, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import { errorCode } from '../../../platform/database/errors.ts'

/** The name of a file of refused rows, beside the imported one. */
const refusedFile = /\.refused(?:-\d+)?\./

/** The name of the file in which sync says why it could not import a batch, beside the batch's files. */
export const errorFile = 'error.txt'

/** Reads the names of a folder's files, in their order, but for those that an import or sync has written itself. */
export async function readNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  return names.filter((name) => !refusedFile.test(name) && name !== errorFile && !name.startsWith('.')).toSorted()
}

/**
 * Returns the folder that a path names with the names of its files, or the one file that it names.
 * @throws OperatorError
 */
export async function findNames(path: string): Promise<{ readonly folder: string; readonly names: readonly string[] }> {
  try {
    if ((await stat(path)).isDirectory()) return { folder: path, names: await readNames(path) }
    return { folder: dirname(path), names: [basename(path)] }
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${errorCode(error)}).`, { cause: error })
  }
}
