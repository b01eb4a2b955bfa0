import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { openEmbedded } from '../../server/src/platform/database/connection.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const cache = pathOf('.cache/test-database')

/** Templates of the embedded database. Making a data folder takes PGlite 3.6 s, loading a dump of one 0.5 s. */
export interface EmbeddedTemplate {
  /** A migrated data folder. */
  readonly folder: string
  /** File with a dump of the folder. */
  readonly migrated: string
  /** File with a dump of the folder before the first migration. */
  readonly empty: string
}

/**
 * The template of the embedded database, from an earlier run if nothing that it is made from has changed: making it
 * takes 8 s of CPU, which a run of a single file would spend as well.
 */
export async function embeddedTemplate(): Promise<EmbeddedTemplate> {
  const place = join(cache, await fingerprint())
  if (!existsSync(place)) await write(place)
  return partsOf(place)
}

const partsOf = (place: string): EmbeddedTemplate => ({
  folder: join(place, 'template'),
  migrated: join(place, 'migrated.tar'),
  empty: join(place, 'empty.tar')
})

/** Dumps a data folder, which is made if it is not there. */
async function dump(folder: string, file: string): Promise<void> {
  const engine = await PGlite.create(folder)
  const dumped = await engine.dumpDataDir('none')
  await engine.close()
  await writeFile(file, dumped.stream())
}

async function write(place: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  const { folder, migrated, empty } = partsOf(unfinished)
  await dump(folder, empty)
  const database = await openEmbedded({ folder })
  await migrate(database.db)
  await database.close()
  await dump(folder, migrated)
  // Another run may have made the same template earlier.
  await rename(unfinished, place).catch(() => rm(unfinished, { recursive: true }))
  const older = (await readdir(cache)).filter((name) => !name.startsWith('unfinished-') && name !== basename(place))
  for (const name of older) await rm(join(cache, name), { recursive: true, force: true })
}

/** Hashes the template's sources: the hash differs whenever the template would. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'testing/server/template.ts']) hash.update(await readFile(pathOf(file)))
  const folder = pathOf('server/src/platform/database')
  for (const name of (await readdir(folder, { recursive: true })).toSorted())
    if (/^[^.]+\.(ts|sql)$/.test(name)) hash.update(name).update(await readFile(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}
