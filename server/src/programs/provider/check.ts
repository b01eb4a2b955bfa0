import type { Command } from 'commander'
import { readConfig } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import { checkCommand, checkSurroundings, type Finding } from '../../provider/index.ts'
import { print } from './output.ts'

async function find(): Promise<Finding[]> {
  const { features } = await import('../../features.ts')
  const config = readConfig(process.env)
  try {
    return await runCommand(config, checkCommand(features), null)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return [...(await checkSurroundings(config)), { of: 'database', state: 'failed', sentence: error.message }]
  }
}

const marks = { fine: 'fine   ', warning: 'WARNING', failed: 'FAILED ' }

async function check(_options: object, command: Command): Promise<void> {
  const findings = await find()
  const lines = findings.map(
    ({ of, state, sentence }) => `${marks[state]}  ${of}: ${sentence.replaceAll('\n', '\n           ')}\n`
  )
  print(command, lines.join(''), findings)
  if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1
}

export function configureCheck(command: Command): void {
  command
    .addHelpText('after', '\nEach is fine, or it says what to do. Exit code 1: something has failed.')
    .action(check)
}
