import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildServer, runProvider, startProgram } from '../../../../testing/process.ts'
import { withDatabase } from '../../../../testing/server/backups.ts'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { createInstallation } from '../../../../testing/server/test-database.ts'
import type { Erased } from '../../operator/erase/erase-contact.ts'

beforeAll(buildServer)

test('the command that erases a person asks first, says what it would do, and does it while a server holds the database, which logs only what was done', async () => {
  const env = await createInstallation('embedded')
  const { shopUsers, customerNumber } = await withDatabase(env, ({ db }) => addCustomer(db, 1000))
  const { contact } = shopUsers
  const { url, log, kill } = await startProgram('main', { ...env, LOG_LEVEL: 'info' }, 'pipe')
  onTestFinished(kill)
  const status = async () => (await getToken(url, loginForm(contact))).status
  const erase = (...words: string[]) => runProvider(['erase', customerNumber, ...words], env)

  expect(await erase(String(contact.contactId))).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  const dry = await erase(String(contact.contactId), '--dry-run', '--json')
  expect(JSON.parse(dry.stdout)).toMatchObject({ dryRun: true, contactId: contact.contactId, wasLastAdmin: false })
  expect(await status()).toBe(200)
  expect(log()).not.toContain('person-erased')

  const done = await erase(String(contact.contactId), '--yes', '--json')
  const { steps } = JSON.parse(done.stdout) as Erased
  expect([done.code, steps.find(({ table }) => table === 'shop_users')]).toEqual([
    0,
    expect.objectContaining({ action: 'delete', rows: 1 })
  ])
  expect(await status()).toBe(401)
  const event = `"event":"person-erased","person":"${contact.providerId}/${contact.contactId}"`
  await eventually(() => expect(log()).toContain(event))
  expect(await erase('999999', '--yes')).toMatchObject({ code: 1, stdout: '' })
  expect((await erase(String(shopUsers.admin.contactId), '--dry-run')).stdout).toContain(
    'the last admin of its customer'
  )
})
