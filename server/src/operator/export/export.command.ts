import { resolve } from 'node:path'
import { z } from 'zod'
import { companyOption, endOnSignal } from '../../platform/operator/arguments.ts'
import { defineCommand } from '../../platform/operator/command.ts'
import type { Exported } from './export-folder.ts'

interface ExportOptions {
  readonly providerId?: number
  readonly passwordHashes?: true
}

/** All data of the provider, as files that `import` reads. */
export const exportCommand = defineCommand({
  configure: (parser) =>
    void parser
      .argument('<folder>', 'a folder that is empty or not there yet')
      .option('--password-hashes', 'with the hashes of passwords: to move to another installation')
      .addOption(companyOption),
  name: 'export',
  input: z.object({ path: z.string().min(1), providerId: z.int32().optional(), withSecrets: z.boolean() }),
  run: async (db, wanted, context): Promise<Exported> =>
    (await import('./export-folder.ts')).exportFolder(db, wanted, context),
  eventOf: ({ withSecrets }) => ({ event: 'data-exported', data: 'all', withSecrets }),
  async act({ ask, print }, folder: string, options: ExportOptions) {
    const { passwordHashes = false, ...given } = options
    const path = resolve(folder)
    const { rows, files } = await ask({ ...given, path, withSecrets: passwordHashes }, { signal: endOnSignal() })
    const lines = Object.entries(rows).map(([resource, count]) => `${resource}.ndjson: ${count} rows\n`)
    if (files > 0) lines.push(`files: ${files}\n`)
    print(lines.join('') || 'There are no rows.', { path, rows, files })
  }
})

export const exportCommands = [exportCommand]
