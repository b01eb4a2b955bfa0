import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportResourceName } from '@customer-center/contract/import/resources'
import { filesOfDocuments, verifiedBytes } from '../../bookings/index.ts'
import { chooseCompany } from '../../company/index.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode } from '../../platform/database/errors.ts'
import type { Db } from '../../platform/database/query.ts'
import type { CommandContext } from '../../platform/operator/command.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { exportRows } from '../../records/importing/run/export-rows.ts'
import { pathOf } from '../import/folder/read-folder.ts'

interface WantedExport {
  /** Path of a folder that is empty or does not exist yet. */
  readonly path: string
  /** The company's number; missing if the provider has a single company. */
  readonly providerId?: number | undefined
  /** Whether the export includes the hashes of passwords. */
  readonly withSecrets: boolean
}

export interface Exported {
  readonly rows: Partial<Record<ImportResourceName, number>>
  /** The number of files of documents. */
  readonly files: number
}

async function openFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    if ((await readdir(path)).length === 0) return
  } catch (error) {
    throw new OperatorError(`The folder ${path} cannot be made (${errorCode(error)}).`, { cause: error })
  }
  throw new OperatorError(`The folder ${path} is not empty: name a new one.`)
}

/** Writes the files of documents under the names that their rows have for them. */
async function exportFiles(
  db: Db,
  providerId: number,
  folder: string,
  { config, report, signal }: CommandContext
): Promise<number> {
  const storage = openStorage(config)
  let count = 0
  try {
    for await (const file of filesOfDocuments(db, providerId)) {
      const path = join(folder, pathOf(file.name))
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const bytes = Readable.from(verifiedBytes(storage, file, signal), { objectMode: false })
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }), { signal })
      count += 1
      report({ files: count })
    }
  } finally {
    storage.close()
  }
  return count
}

/** Writes all data of a company into a folder in the form of an import: one file for each resource with rows. */
export async function exportFolder(
  db: Db,
  { path, providerId: requested, withSecrets }: WantedExport,
  context: CommandContext
): Promise<Exported> {
  const { contents, report, signal } = context
  const providerId = await chooseCompany(db, requested)
  await openFolder(path)
  const { imports } = await contents()
  const counts: Exported['rows'] = {}
  for (const definition of imports) {
    const { resource } = definition
    let count = 0
    const pages = exportRows(db, definition, providerId, withSecrets)
    const first = await pages.next()
    if (first.done === true) continue
    async function* lines(): AsyncGenerator<string> {
      for (let page = first; page.done !== true; page = await pages.next()) {
        count += page.value.length
        report({ resource, rows: count })
        yield `${page.value.join('\n')}\n`
      }
    }
    const file = createWriteStream(join(path, `${resource}.ndjson`), { mode: 0o600 })
    await pipeline(Readable.from(lines()), file, { signal })
    counts[resource] = count
  }
  const files = await exportFiles(db, providerId, path, context)
  return { rows: counts, files }
}
