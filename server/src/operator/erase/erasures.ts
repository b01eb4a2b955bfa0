import { hash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode, errorMessage } from '../../platform/database/errors.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'

type ErasuresConfig = Pick<Config, 'erasuresFile'>

/**
 * Returns the key that stands for a person in the file: a hash of numbers, which hides the numbers from a casual
 * reader. The hash has no secret, because a restore needs it after the loss of the installation; so it takes only
 * minutes to try all numbers.
 */
export const erasureKey = ({ providerId, contactId }: PersonKey): string => hash('sha256', `${providerId}/${contactId}`)

export interface NotedErasure extends PersonKey {
  readonly at: Date
}

/**
 * Reads the time of the last erasure for each key, in ms since 1970, from the file of ERASURES_FILE; undefined without
 * the file. A restored backup lacks the erasures since its begin. An earlier erasure may concern another person: the
 * number of a contact that is not in the backup is free again after a restore.
 */
export async function readErasures({ erasuresFile }: ErasuresConfig): Promise<ReadonlyMap<string, number> | undefined> {
  if (erasuresFile === '') return undefined
  try {
    const lines = (await readFile(erasuresFile, 'utf8')).split('\n').map((line) => line.split(' '))
    return new Map(lines.map(([key = '', at = '']) => [key, Date.parse(at)]))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** @throws OperatorError if the file of ERASURES_FILE cannot be written */
export async function noteErasures(config: ErasuresConfig, erased: readonly NotedErasure[]): Promise<void> {
  if (config.erasuresFile === '') return
  try {
    const known = await readErasures(config)
    const lines = erased
      .filter((person) => !(Number(known?.get(erasureKey(person))) >= person.at.getTime()))
      .map((person) => `${erasureKey(person)} ${person.at.toISOString()}\n`)
    await appendFile(config.erasuresFile, lines.join(''), { mode: 0o600, flush: true })
  } catch (error) {
    const sentence = `The file of ERASURES_FILE cannot be written (${errorMessage(error)}); the erasure is done.`
    throw new OperatorError(`${sentence} The next backup notes it.`, { cause: error })
  }
}
