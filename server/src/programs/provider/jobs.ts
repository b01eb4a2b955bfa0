import type { Command } from 'commander'
import { z } from 'zod'
import { readConfig } from '../../platform/config/config.ts'
import { UsageError } from '../../platform/config/operator-error.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import { listJobsCommand } from '../../platform/queue/list-jobs.command.ts'
import { retryJobsCommand } from '../../platform/queue/retry-jobs.command.ts'
import { print } from './output.ts'

interface ListOptions {
  readonly kind?: string
  readonly failed?: true
}

// Loads all jobs only here: the whole server takes a moment to load, which the help of other commands does not need.
const readJobs = async () => (await import('../../features.ts')).jobs

async function listJobs({ failed: onlyFailed, ...input }: ListOptions, command: Command): Promise<void> {
  const list = await runCommand(readConfig(process.env), listJobsCommand(await readJobs()), input)
  const kinds = list.kinds.map(({ kind, waiting, waitingSince, running, failed, lastError }) => {
    const since = waitingSince === null ? '' : ` since ${waitingSince}`
    const error = lastError === null ? '' : `  ${lastError}`
    return `${kind}  ${waiting} waiting${since}  ${running} running  ${failed} failed${error}\n`
  })
  const failed = list.failed.map(
    ({ id, kind, at, state, attempts, reason }) => `${id}  ${kind}  ${state} ${at}  ${attempts} attempts  ${reason}\n`
  )
  if (onlyFailed) print(command, failed.join('') || 'No job was given up.', list.failed)
  else print(command, [...kinds, ...(input.kind === undefined ? [] : failed)].join(''), list)
}

interface RetryOptions {
  readonly kind?: string
  readonly all?: true
}

async function retryJobs(id: string | undefined, { kind, all }: RetryOptions, command: Command): Promise<void> {
  if ([id, kind, all].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('Name one job, a kind of jobs by --kind, or --all.')
  if (id !== undefined && !z.uuid().safeParse(id).success)
    throw new UsageError('A job is named by its number, as jobs list --failed prints it.')
  const wanted = { ...(id !== undefined && { id }), ...(kind !== undefined && { kind }) }
  const retried = await runCommand(readConfig(process.env), retryJobsCommand(await readJobs()), wanted)
  print(command, retried === 1 ? '1 job is tried again.' : `${retried} jobs are tried again.`, { retried })
}

/** Configures commands for jobs of the queue: mails, documents, webhooks. */
export function configureJobs(jobs: Command): void {
  const kind = ['--kind <kind>', 'only jobs of this kind; mail is all kinds of mails'] as const
  jobs
    .command('list')
    .description(
      'count the jobs of each kind that wait, run and were given up; --kind or --failed lists each that was given up'
    )
    .option(...kind)
    .option('--failed', 'only the jobs that were given up')
    .action(listJobs)
  jobs
    .command('retry')
    .description('retry jobs whose retries were used up; a refused job cannot succeed')
    .argument('[id]', 'as jobs list --failed names it')
    .option(...kind)
    .option('--all', 'all of them')
    .action(retryJobs)
}
