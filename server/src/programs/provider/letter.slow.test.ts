import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildServer, programFile, startProgram } from '../../../../testing/process.ts'
import { participation } from '../../../../testing/server/confirmations.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { addRows } from '../../../../testing/server/rows.ts'
import { createPostgresDatabase, postgresServer, createInstallation } from '../../../../testing/server/test-database.ts'
import { registerLetter } from '../../confirmations/verification/issued-letter.repository.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/database/connection.ts'

const run = promisify(execFile)
const number = '7K3M9QXR2BVR'

const revoke = (words: string[], env: Record<string, string> = {}) =>
  run(process.execPath, [programFile('provider'), 'letter', 'revoke', ...words], { env: { ...process.env, ...env } })

beforeAll(buildServer)

describe('the command that revokes a letter', () => {
  test('asks the server that holds the embedded database', async () => {
    const env = await createInstallation('embedded')
    const server = await startProgram('main', env)
    onTestFinished(server.kill)
    await expect(revoke([number, 'Verwechslung'], env)).rejects.toMatchObject({
      code: 1,
      stderr: 'There is no letter 7K3M-9QXR-2BVR.\n'
    })
  })

  // The embedded database takes seconds to make a folder; the statement itself is tested on both.
  const postgres = postgresServer()
  test.skipIf(postgres === null)('revokes it for good, keeps the first reason, and knows no other letter', async () => {
    const { url, drop } = await createPostgresDatabase(postgres ?? '', 'migrated')
    const { db, close } = await openDatabase({ ...readConfig({}), databaseUrl: url, databasePool: 2, dataFolder: '' })
    const { providerId, customerId, contactId } = (await addCustomer(db, 5200)).shopUsers.contact
    await addRows(db, 'signing_keys', { key_id: 'k', public_key: 'x' })
    const draft = {
      serialNumber: number,
      kind: 'participation',
      keyId: 'k',
      content: participation,
      sha256: 'a'.repeat(64)
    } as const
    await registerLetter(db, { providerId, customerId, contactId }, draft)
    const env = { DATABASE_URL: url }
    const { stdout } = await revoke(['7k3m-9qxr-2bvr', 'Falsche', 'Person'], env)
    expect(stdout).toBe('The letter 7K3M-9QXR-2BVR is revoked.\n')
    const stored = () =>
      db
        .selectFrom('issued_letters')
        .select(['withdrawn_at', 'withdrawn_reason'])
        .where('number', '=', number)
        .execute()
    const first = await stored()
    const at = first[0]?.withdrawn_at?.toISOString()
    expect((await revoke([number, 'Noch', 'einmal'], env)).stdout).toBe(
      `The letter 7K3M-9QXR-2BVR was revoked before, at ${at}: its first reason stays.\n`
    )
    await expect(revoke(['0000-0000-0000', 'Verwechslung'], env)).rejects.toMatchObject({
      stderr: 'There is no letter 0000-0000-0000.\n'
    })
    expect(await stored()).toEqual(first)
    expect(first).toMatchObject([{ withdrawn_at: expect.any(Date), withdrawn_reason: 'Falsche Person' }])
    await close()
    await drop()
  })
})
