import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode, errorMessage } from '../../platform/database/errors.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'

type ErasuresConfig = Pick<Config, 'erasuresFile'>

/** Returns the key by which the file names a person: a hash of numbers. */
export const erasureKey = ({ provider, contact }: PersonKey): string =>
  createHash('sha256').update(`${provider}/${contact}`).digest('hex')

/** Reads the keys in the file of ERASURES_FILE; undefined where there is none. A restored backup lacks these erasures. */
export async function readErasures({ erasuresFile }: ErasuresConfig): Promise<ReadonlySet<string> | undefined> {
  if (erasuresFile === '') return undefined
  try {
    return new Set((await readFile(erasuresFile, 'utf8')).split('\n'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** @throws OperatorError where the file of ERASURES_FILE cannot be written */
export async function noteErasures(config: ErasuresConfig, erased: readonly PersonKey[]): Promise<void> {
  if (config.erasuresFile === '') return
  try {
    const known = await readErasures(config)
    const keys = erased.map(erasureKey).filter((key) => !known?.has(key))
    await appendFile(config.erasuresFile, keys.map((key) => `${key}\n`).join(''), { mode: 0o600, flush: true })
  } catch (error) {
    const sentence = `The file of ERASURES_FILE cannot be written (${errorMessage(error)}); the erasure is done.`
    throw new OperatorError(`${sentence} The next backup notes it.`, { cause: error })
  }
}
