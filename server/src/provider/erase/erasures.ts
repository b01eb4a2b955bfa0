import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode, errorMessage } from '../../platform/database/errors.ts'

interface ErasedContact {
  readonly provider: number
  readonly contact: number
  readonly erasedAt: Date
}

/** Returns the key by which the file names a person. */
export const erasureKey = ({ provider, contact }: Pick<ErasedContact, 'provider' | 'contact'>): string =>
  createHash('sha256').update(`${provider}/${contact}`).digest('hex')

/** Erasures that were noted outside of the database, which a backup brings back without them. */
export interface NotedErasures {
  readonly keys: ReadonlySet<string>
  /** The time until which the file is known to be complete: that of its last line. */
  readonly until: Date | null
}

/** Reads the file of ERASURES_FILE; undefined where there is none. */
export async function readErasures({ erasuresFile }: Pick<Config, 'erasuresFile'>): Promise<NotedErasures | undefined> {
  if (erasuresFile === '') return undefined
  let text: string
  try {
    text = await readFile(resolve(erasuresFile), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const lines = text.split('\n').filter((line) => /^\S+ (?:-|[0-9a-f]{64})$/.test(line))
  const last = lines.at(-1)?.split(' ')[0]
  return {
    keys: new Set(lines.map((line) => line.split(' ')[1] ?? '')),
    until: last === undefined ? null : new Date(last)
  }
}

/**
 * Adds erasures to the file of ERASURES_FILE, and a line that says that it is complete up to now.
 * @throws OperatorError where it cannot be written
 */
export async function noteErasures(
  config: Pick<Config, 'erasuresFile'>,
  erased: readonly ErasedContact[]
): Promise<void> {
  if (config.erasuresFile === '') return
  const known = (await readErasures(config))?.keys ?? new Set()
  const lines = erased.map((one) => ({ at: one.erasedAt, key: erasureKey(one) })).filter(({ key }) => !known.has(key))
  const text = [...lines, { at: new Date(), key: '-' }].map(({ at, key }) => `${at.toISOString()} ${key}\n`).join('')
  try {
    await appendFile(resolve(config.erasuresFile), text, { mode: 0o600, flush: true })
  } catch (error) {
    throw new OperatorError(
      `The file of ERASURES_FILE cannot be written (${errorMessage(error)}); all else is done: the next backup notes what it lacks.`,
      { cause: error }
    )
  }
}
