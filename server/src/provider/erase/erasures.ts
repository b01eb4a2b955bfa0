import { hash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode, errorMessage } from '../../platform/database/errors.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'

type ErasuresConfig = Pick<Config, 'erasuresFile'>

/**
 * Returns the key by which the file names a person: a hash of numbers, which keeps them from whoever only glances at the
 * file. It has no key, since a restore needs it where the installation is lost: trying all numbers takes minutes.
 */
export const erasureKey = ({ provider, contact }: PersonKey): string => hash('sha256', `${provider}/${contact}`)

/** A person who was erased, and when. */
export interface NotedErasure extends PersonKey {
  readonly at: Date
}

/**
 * Reads when the last person of each key was erased, in ms since 1970, from the file of ERASURES_FILE; undefined where
 * there is none. A restored backup lacks the erasures since its begin. An earlier one may be of somebody else: a number
 * that was assigned after an older backup is free again once that has been restored.
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

/** @throws OperatorError where the file of ERASURES_FILE cannot be written */
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
