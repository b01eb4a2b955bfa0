import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildServer, runProvider, startProgram } from '../../../../testing/process.ts'
import { withDatabase } from '../../../../testing/server/backups.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { postgresServer, createInstallation } from '../../../../testing/server/test-database.ts'
import { jobName, queueJob } from '../../platform/queue/job.ts'
// They are known by their definitions.
import '../../features.ts'

type Settings = Readonly<Record<string, string>>

const jobs = (env: Settings, ...words: string[]) => runProvider(['jobs', ...words], env)

const reason = 'The mail server did not take the mail to a…@f….example (RCPT TO: 451)'
const canary = 'canary@firma.example'

/** Adds a mail whose retries are used up, one that was refused, and one of another kind that waits. */
const addJobs = (env: Settings) =>
  withDatabase(env, async ({ db }) => {
    const add = (name: string) =>
      db.transaction().execute((trx) => queueJob(trx, jobName(name), { providerId: 1, to: canary }))
    const [failed, refused] = [await add('passkey-mail'), await add('password-reset')]
    await add('server-function')
    const end = (id: string, values: { state: 'failed' | 'refused'; reason: string }) =>
      changeRows(db, 'jobs', { id }, { attempts: 1, ended_at: new Date(), ...values })
    await end(failed, { state: 'failed', reason: `${reason}\n  at stack` })
    await end(refused, { state: 'refused', reason: 'Nobody has this address.' })
    return { failed, refused }
  })

beforeAll(buildServer)

describe.each(['embedded', 'postgres'] as const)('the commands of jobs (%s)', (kind) => {
  test.skipIf(kind === 'postgres' && postgresServer() === null)(
    'list what waits and what was given up without its data, and try again what may succeed, also while the server runs',
    async () => {
      const env = await createInstallation(kind)
      const { failed, refused } = await addJobs(env)
      const all = await jobs(env, 'list')
      expect(all.stdout).toMatch(/^server-function {2}1 waiting since \S+Z {2}0 running {2}0 failed$/m)
      expect(all.stdout).toContain(`passkey-mail  0 waiting  0 running  1 failed  ${reason}\n`)
      expect(all.stdout).not.toMatch(/canary|dead-jobs|stack/)

      const mails = await jobs(env, 'list', '--kind', 'mail')
      expect(mails.stdout).toContain(`${refused}  password-reset  refused `)
      expect(mails.stdout).not.toContain('server-function')
      const listed = JSON.parse((await jobs(env, 'list', '--failed', '--json')).stdout) as { state: string }[]
      // Both may have ended within one millisecond.
      expect(listed.toSorted((one, other) => one.state.localeCompare(other.state))).toEqual([
        { id: failed, kind: 'passkey-mail', at: expect.any(String), state: 'failed', attempts: 1, reason },
        expect.objectContaining({ id: refused, state: 'refused', reason: 'Nobody has this address.' })
      ])

      const server = await startProgram('main', env)
      onTestFinished(server.kill)
      expect(await jobs(env, 'retry')).toMatchObject({ code: 2, stderr: expect.stringContaining('Name one job') })
      expect(await jobs(env, 'retry', '--kind', 'letter')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('There are no jobs of the kind letter: kinds are ')
      })
      expect(await jobs(env, 'retry', refused)).toMatchObject({ code: 1, stderr: expect.stringContaining('refused') })
      expect((await jobs(env, 'retry', '--kind', 'server-function')).stdout).toBe('0 jobs are tried again.\n')
      expect((await jobs(env, 'retry', failed)).stdout).toBe('1 job is tried again.\n')
      expect(await jobs(env, 'retry', failed)).toMatchObject({
        code: 1,
        stderr: `There is no failed job ${failed}.\n`
      })
      const after = JSON.parse((await jobs(env, 'list', '--failed', '--json')).stdout) as { id: string }[]
      expect(after.map(({ id }) => id)).toEqual([refused])
    }
  )
})
