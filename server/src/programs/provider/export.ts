import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig } from '../../platform/config/config.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import { exportCommand } from '../../provider/index.ts'
import { companyOption } from './arguments.ts'
import { print } from './output.ts'
import { endOnSignal } from './end-on-signal.ts'

interface ExportOptions {
  readonly company?: number
  readonly passwordHashes?: true
}

async function exportFolder(path: string, options: ExportOptions, command: Command): Promise<void> {
  const { imports } = await import('../../features.ts')
  const { passwordHashes = false, ...given } = options
  const input = { ...given, path: resolve(path), withSecrets: passwordHashes }
  const { rows, files } = await runCommand(readConfig(process.env), exportCommand(imports), input, {
    signal: endOnSignal()
  })
  const lines = Object.entries(rows).map(([resource, count]) => `${resource}.ndjson: ${count} rows\n`)
  if (files > 0) lines.push(`files: ${files}\n`)
  print(command, lines.join('') || 'There are no rows.', { path: input.path, rows, files })
}

/** Configures the export of all data of the provider, as files that `import` reads. */
export function configureExport(command: Command): void {
  command
    .argument('<folder>', 'a folder that is empty or not there yet')
    .option('--password-hashes', 'with the hashes of passwords: to move to another installation')
    .option(...companyOption)
    .action(exportFolder)
}
