import { expect } from 'vitest'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { openOffice } from '../../../../testing/server/office.ts'
import { sendResetCommand } from '../../people/shop-user/shop-user.command.ts'

const settings = { publicUrl: 'https://center.example' }
const test = mailTest
  .extend('settings', { scope: 'file' }, settings)
  .extend('office', { scope: 'file' }, openOffice)
  .extend('submit', ({ server }) => async (link: string) => {
    const body = new URLSearchParams({ password: 'Neues-Passwort', repeat: 'Neues-Passwort' })
    return (await fetch(server.url + link, { method: 'POST', body, redirect: 'manual' })).status
  })

test('the office has a link mailed to somebody who has a password, by HTTP and by a command, and no answer holds it', async ({
  db,
  server,
  own: { providerId, shopUsers },
  office: { ask, personKey, keyOfTwin },
  arrivingMail,
  setShopUser,
  submit
}) => {
  const { contact } = shopUsers
  const linkOf = async (arriving: ReturnType<typeof arrivingMail>) => {
    const { mail, recipients } = await arriving
    expect(recipients).toEqual([contact.userName])
    return /^https:\/\/center\.example(\/passwort\/[\w-]{43})$/m.exec(mail.text ?? '')?.[1] ?? ''
  }
  let arriving = arrivingMail()
  expect(await ask('/reset-mails', { contact: personKey })).toEqual({ status: 204, json: {} })
  await linkOf(arriving)

  const context = { ...commandContext, config: { ...commandContext.config, ...settings } }
  const byCommand = () =>
    sendResetCommand.run(db, { name: `${providerId}/${contact.contactId}`, providerId: null }, context)
  arriving = arrivingMail()
  const found = await byCommand()
  const link = await linkOf(arriving)
  expect(JSON.stringify(found)).not.toContain('passwort')
  // The old password works until the link is used.
  const logIn = async (password?: string) => (await getToken(server.url, loginForm(contact, password))).status
  expect(await logIn()).toBe(200)
  expect([await submit(link), await logIn(), await logIn('Neues-Passwort')]).toEqual([303, 401, 200])

  expect((await ask('/reset-mails', { contact: personKey }, keyOfTwin)).status).toBe(404)
  await setShopUser(contact, { password_hash: null })
  await expect(byCommand()).rejects.toThrow('has no password yet: shop-user send-access mails one.')
  expect(await ask('/reset-mails', { contact: personKey })).toMatchObject({
    status: 409,
    json: { detail: expect.stringContaining('has no password yet') }
  })
  await setShopUser(contact, { rights: 0 })
  expect((await ask('/reset-mails', { contact: personKey })).json).toMatchObject({
    detail: expect.stringContaining('has no right')
  })
})
