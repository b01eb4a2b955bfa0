import { confirm, isCancel } from '@clack/prompts'
import type { Command } from 'commander'
import { readConfig } from '../../platform/config/config.ts'
import { UsageError } from '../../platform/config/operator-error.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import { type Erased, eraseCommand } from '../../provider/index.ts'
import { companyOption } from './arguments.ts'
import { print } from './output.ts'

interface EraseOptions {
  readonly company?: number
  readonly dryRun?: true
  readonly yes?: true
}

const done = { delete: 'deleted', anonymise: 'anonymised', keep: 'kept' }

function describe({ steps, wasLastAdmin, elsewhere }: Erased): string {
  const lines = steps.map(({ table, action, rows, why }) => `${table}: ${rows} ${done[action]}${why && ` (${why})`}\n`)
  if (wasLastAdmin) lines.push('It is the last admin of its customer: give another contact the right admin.\n')
  lines.push('The name may also stand in:\n', ...elsewhere.map((place) => `- ${place}\n`))
  return lines.join('')
}

async function isAgreed(text: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError('It cannot be undone: --yes says that it is meant, --dry-run what would be done.')
  process.stderr.write(text)
  const agreed = await confirm({ message: 'Erase? It cannot be undone.', initialValue: false, output: process.stderr })
  return !isCancel(agreed) && agreed
}

async function erase(customer: string, contact: string, options: EraseOptions, command: Command): Promise<void> {
  const { personalData } = await import('../../features.ts')
  const { dryRun = false, yes = false, ...given } = options
  const run = (dry: boolean) =>
    runCommand(readConfig(process.env), eraseCommand(personalData), { customer, contact, ...given, dryRun: dry })
  if (!dryRun && !yes && !(await isAgreed(describe(await run(true))))) throw new UsageError('Nothing was erased.')
  const erased = await run(dryRun)
  const { company, pvaid } = erased
  const end = dryRun ? 'would be erased; nothing was written' : 'is erased'
  print(command, `${describe(erased)}The contact ${company}/${pvaid} ${end}.`, { ...erased, dryRun })
}

/** Configures the erasure that the GDPR wants when a person asks for it. */
export function configureErase(command: Command): void {
  command
    .argument('<customer>', 'external ID or number of the customer')
    .argument('<contact>', 'external ID of the contact, its number, or COMPANY/PVAID')
    .option('--dry-run', 'list the rows that would be deleted, anonymised and kept, with the reasons')
    .option('--yes', 'do not ask')
    .option(...companyOption)
    .action(erase)
}
