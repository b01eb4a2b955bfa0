import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServer, programFile, startProgram } from '../../../../testing/process.ts'
import { withDatabase } from '../../../../testing/server/backups.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { createInstallation } from '../../../../testing/server/test-database.ts'

const run = promisify(execFile)

beforeAll(buildServer)

test('the commands of webhooks print the secret once, and say what there is and what is wrong', async () => {
  const env = await createInstallation('embedded')
  await withDatabase(env, ({ db }) => addCustomer(db, 100))
  const program = (...words: string[]) =>
    run(process.execPath, [programFile('provider'), 'webhook', ...words], { env: { ...process.env, ...env } })

  const added = await program('add', 'https://erp.example/changes', '--json')
  const { id, secret } = JSON.parse(added.stdout) as { id: number; secret: string }
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  // With a server there, a command opens no database, which halves its time.
  const server = await startProgram('main', env)
  onTestFinished(server.kill)
  const listed = await program('list')
  expect(listed.stdout).toBe(`${id}  https://erp.example/changes  company 1  fine  0 waiting  0 failed\n`)
  expect((await program('list', '--json')).stdout).not.toContain(secret.slice(6))
  expect((await program('failed')).stdout).toBe('No delivery was given up.\n')
  expect((await program('resend', String(id))).stdout).toContain('0 failed deliveries')
  await expect(program('add', 'http://erp.example/')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('It must be an https address')
  })
  await expect(program('remove', '77')).rejects.toMatchObject({ code: 1, stderr: 'There is no webhook 77.\n' })
  expect((await program('remove', String(id))).stdout).toBe(`The webhook ${id} is removed.\n`)
})
