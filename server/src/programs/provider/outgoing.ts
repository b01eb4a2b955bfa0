import type { Command } from 'commander'
import { readConfig } from '../../platform/config/config.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import { releaseOutgoingCommand } from '../../platform/queue/release-outgoing.command.ts'
import { print } from './output.ts'

async function release(_options: object, command: Command): Promise<void> {
  const { jobs } = await import('../../features.ts')
  const released = await runCommand(readConfig(process.env), releaseOutgoingCommand(jobs), null)
  const lines = released.dropped.map(
    ({ id, kind, queuedAt, person }) => `dropped  ${id}  ${kind}  queued ${queuedAt}${person ? `  ${person}` : ''}\n`
  )
  const done = released.hold === null ? 'Outgoing was not on hold.' : 'Mails and webhooks leave again.'
  print(command, `${done}\n${lines.join('')}`, released)
}

/** Configures commands for outgoing mails and webhooks. */
export function configureOutgoing(command: Command): void {
  command
    .command('release')
    .description('let mails and webhooks leave again; list and drop mails whose link or password has ended meanwhile')
    .action(release)
}
