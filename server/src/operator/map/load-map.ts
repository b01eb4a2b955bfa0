import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, matchesGlob, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import iconv from 'iconv-lite'
import { z } from 'zod'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorMessage } from '../../platform/database/errors.ts'
import type { ImportMap, MappedFile } from './import-map.ts'

export interface LoadedMap extends ImportMap {
  readonly path: string
  /** The name of its file. */
  readonly name: string
  /** SHA-256 of the map's source, by which a run recognises the map. */
  readonly hash: string
  /**
   * Makes the map again for another import if its module exports a function: variables of one import must not affect
   * the next.
   */
  readonly renew: () => LoadedMap
  /** Whether variables of one import may lead from a file to those behind it: the module exports a function. */
  readonly isJoining: boolean
}

const positions = z
  .tuple([z.int().min(1), z.int().min(1)])
  .refine(([first, last]) => first <= last, { error: 'ends before it begins' })

const mapSchema = z.strictObject({
  files: z.array(
    z.strictObject({
      name: z.string().min(1),
      encoding: z.string().refine(iconv.encodingExists, { error: 'iconv-lite has no such encoding' }).optional(),
      separator: z.string().length(1).optional(),
      quotes: z.boolean().optional(),
      skip: z.int().min(0).max(1000).optional(),
      footer: z.int().min(0).max(1000).optional(),
      columns: z.array(z.string()).min(1).optional(),
      positions: z.record(z.string(), positions).optional(),
      decimals: z.enum([',', '.']).optional(),
      dates: z.enum(['dmy', 'mdy']).optional(),
      rows: z.custom<MappedFile['rows']>((value) => typeof value === 'function', { error: 'must be a function' })
    })
  )
})

/**
 * Runs the module of a map at a path that an operator has given; Node runs TypeScript directly.
 * @throws OperatorError
 */
export async function loadMap(path: string): Promise<LoadedMap> {
  const name = basename(path)
  const stop = (problem: string, cause?: unknown) => new OperatorError(`The map ${name} ${problem}`, { cause })
  const source = await readFile(path).catch((error: unknown) => {
    throw stop(`cannot be read: ${errorMessage(error)}.`, error)
  })
  const hash = createHash('sha256').update(source).digest('hex')
  const loaded = (await import(`${pathToFileURL(resolve(path)).href}?${hash}`).catch((error: unknown) => {
    throw stop(`cannot be run: ${errorMessage(error)}`, error)
  })) as { readonly default?: unknown }
  const isJoining = typeof loaded.default === 'function'
  const made = (): LoadedMap => {
    const { data, error } = mapSchema.safeParse(
      typeof loaded.default === 'function' ? loaded.default() : loaded.default
    )
    if (!error) return { ...(data as ImportMap), path: resolve(path), name, hash, renew: made, isJoining }
    const [issue] = error.issues
    throw stop(
      `is no map: its default export${issue?.path.map((part) => `.${String(part)}`).join('')} ${issue?.message}.`
    )
  }
  return made()
}

export function partFor({ files }: ImportMap, name: string): MappedFile | undefined {
  const own = name.toLowerCase()
  return files.find(({ name: given }) => given.toLowerCase() === own || matchesGlob(own, given.toLowerCase()))
}
