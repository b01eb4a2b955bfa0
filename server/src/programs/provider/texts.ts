import type { Command } from 'commander'
import { allTexts } from '../../platform/config/own-texts.ts'
import { print } from './output.ts'

async function texts(_options: object, command: Command): Promise<void> {
  // Modules with texts define them as they are loaded.
  await import('../../features.ts')
  const shipped = Object.fromEntries(allTexts())
  print(command, JSON.stringify(shipped, null, 2), shipped)
}

export function configureTexts(command: Command): void {
  command
    .addHelpText(
      'after',
      '\nThose to be changed go into text.server.custom.json, in the folder that the file of CONFIG_FILE names.'
    )
    .action(texts)
}
