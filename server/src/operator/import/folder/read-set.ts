import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import { errorCode } from '../../../platform/database/errors.ts'
import { movingFile, setFile } from './read-folder.ts'

const setSchema = z.strictObject({
  mode: z.literal(['upsert', 'replace']),
  prefix: z.optional(z.string().check(z.minLength(1), z.maxLength(200)))
})

/** Kind of the files of a folder: full sets, perhaps of one source, or changed and added rows. */
type FileSet = z.infer<typeof setSchema>

/**
 * Reads the statement of a folder about its files; without `set.json` they change and add rows. A single file is no whole folder:
 * the rows of one that lists refused rows are no full set.
 *
 * @param wanted the operator's statement about the files
 * @throws OperatorError also if the operator says something else than the folder, or files of a full set may be missing
 */
export async function readSet(path: string, wanted: Partial<FileSet> = {}): Promise<FileSet> {
  const text = await readFile(join(path, setFile), 'utf8').catch((error: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) throw error
    return undefined
  })
  const set = text === undefined ? { mode: 'upsert' as const, ...wanted } : parseSet(text)
  if (set.mode === 'replace' && existsSync(join(path, movingFile)))
    throw new OperatorError(
      `Nothing was imported: ${movingFile} says that this batch was not moved whole, so files of its full set may be missing. Send all files of the set again; or, if none is missing, remove ${movingFile}.`
    )
  const { mode = set.mode, prefix = set.prefix } = wanted
  if (mode !== set.mode || prefix !== set.prefix)
    throw new OperatorError(`${setFile} in the folder is ${JSON.stringify(set)}: leave out other options, or the file.`)
  return set
}

function parseSet(text: string): FileSet {
  try {
    return setSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new OperatorError(
      `${setFile} has to be {"mode": "replace"}, {"mode": "replace", "prefix": "A-"} or {"mode": "upsert"}.`,
      { cause: error }
    )
  }
}
