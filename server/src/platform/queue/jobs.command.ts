import { z } from 'zod'
import { UsageError } from '../config/operator-error.ts'
import { defineCommand } from '../operator/command.ts'
import type { JobList } from './operate-jobs.ts'

const kindOption = ['--kind <kind>', 'only jobs of this kind; mail is all kinds of mails'] as const

interface ListOptions {
  readonly kind?: string
  readonly failed?: true
}

export const listJobsCommand = defineCommand({
  word: 'list',
  help: 'list how many jobs of each kind wait, run and were given up; with --kind or --failed each of the latter',
  configure: (parser) => void parser.option(...kindOption).option('--failed', 'only the jobs that were given up'),
  name: 'list-jobs',
  input: z.object({ kind: z.string().optional() }),
  run: async (db, { kind }, { contents }): Promise<JobList> =>
    (await import('./operate-jobs.ts')).listJobs(db, (await contents()).jobs, kind),
  async act({ ask, print }, { failed: onlyFailed, ...input }: ListOptions) {
    const list = await ask(input)
    const kinds = list.kinds.map(({ kind, waiting, waitingSince, running, failed, lastError }) => {
      const since = waitingSince === null ? '' : ` since ${waitingSince}`
      const error = lastError === null ? '' : `  ${lastError}`
      return `${kind}  ${waiting} waiting${since}  ${running} running  ${failed} failed${error}\n`
    })
    const failed = list.failed.map(
      ({ id, kind, at, state, attempts, reason }) => `${id}  ${kind}  ${state} ${at}  ${attempts} attempts  ${reason}\n`
    )
    if (onlyFailed) print(failed.join('') || 'No job was given up.', list.failed)
    else print([...kinds, ...(input.kind === undefined ? [] : failed)].join(''), list)
  }
})

interface RetryOptions {
  readonly kind?: string
  readonly all?: true
}

export const retryJobsCommand = defineCommand({
  word: 'retry',
  help: 'try jobs again whose retries were used up; those that were refused cannot succeed',
  configure: (parser) =>
    void parser
      .argument('[id]', 'as jobs list --failed names it')
      .option(...kindOption)
      .option('--all', 'all of them'),
  name: 'retry-jobs',
  input: z.object({ id: z.uuid().optional(), kind: z.string().optional() }),
  run: async (db, wanted, { contents }) =>
    (await import('./operate-jobs.ts')).retryJobs(db, (await contents()).jobs, wanted),
  async act({ ask, print }, id: string | undefined, { kind, all }: RetryOptions) {
    if ([id, kind, all].filter((one) => one !== undefined).length !== 1)
      throw new UsageError('Name one job, a kind of jobs by --kind, or --all.')
    if (id !== undefined && !z.uuid().safeParse(id).success)
      throw new UsageError('A job is named by its number, as jobs list --failed prints it.')
    const retried = await ask({ ...(id !== undefined && { id }), ...(kind !== undefined && { kind }) })
    print(retried === 1 ? '1 job is tried again.' : `${retried} jobs are tried again.`, { retried })
  }
})

/** Commands on the work of the queue: mails, documents, webhooks. */
export const jobCommands = [listJobsCommand, retryJobsCommand]
