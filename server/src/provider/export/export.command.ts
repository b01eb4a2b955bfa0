import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportResourceName } from '@customer-center/contract/import/resources'
import { z } from 'zod'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode } from '../../platform/database/errors.ts'
import { exportRows } from '../../platform/importing/export-rows.ts'
import type { ImportDefinition } from '../../platform/importing/import.ts'
import type { Command, CommandContext } from '../../platform/operator/command.ts'
import { filesOfDocuments, verifiedBytes } from '../../bookings/index.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { chooseCompany } from '../company/choose-company.ts'

const inputSchema = z.object({
  /** Of a folder that is empty or not there yet. */
  path: z.string().min(1),
  /** Left out: the provider's only one. */
  company: z.int32().optional(),
  /** Whether the hashes of passwords are in it. */
  withSecrets: z.boolean()
})

interface Exported {
  /** How many of each resource. */
  readonly rows: Partial<Record<ImportResourceName, number>>
  /** How many files of documents. */
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

/** The files of documents, each once, under their SHA-256. */
async function exportFiles(
  db: Kysely<Tables>,
  company: number,
  folder: string,
  { config, report, signal }: CommandContext
): Promise<number> {
  const storage = openStorage(config)
  let count = 0
  try {
    for await (const file of filesOfDocuments(db, company)) {
      if (count === 0) await mkdir(folder, { mode: 0o700 })
      const bytes = Readable.from(verifiedBytes(storage, file, signal), { objectMode: false })
      await pipeline(bytes, createWriteStream(join(folder, file.sha256), { mode: 0o600 }), { signal })
      count += 1
      report({ files: count })
    }
  } finally {
    storage.close()
  }
  return count
}

/** Writes all data of a company into a folder, as an import reads it: one file for each resource that has rows. */
export function exportCommand(imports: readonly ImportDefinition[]): Command<z.output<typeof inputSchema>, Exported> {
  return {
    name: 'export',
    input: inputSchema,
    async run(db, { path, company: asked, withSecrets }, context) {
      const { report, signal } = context
      const company = await chooseCompany(db, asked)
      await openFolder(path)
      const counts: Exported['rows'] = {}
      for (const definition of imports) {
        const { resource } = definition
        let count = 0
        const pages = exportRows(db, definition, { imports, withSecrets }, company)
        const first = await pages.next()
        if (first.done === true) continue
        async function* lines(): AsyncGenerator<string> {
          for (let page = first; page.done !== true; page = await pages.next()) {
            count += page.value.length
            report({ resource, rows: count })
            yield `${page.value.join('\n')}\n`
          }
        }
        await pipeline(Readable.from(lines()), createWriteStream(join(path, `${resource}.ndjson`), { mode: 0o600 }), {
          signal
        })
        counts[resource] = count
      }
      const files = await exportFiles(db, company, join(path, 'files'), context)
      return { rows: counts, files }
    },
    eventOf: ({ withSecrets }) => ({ event: 'data-exported', data: 'all', withSecrets })
  }
}
