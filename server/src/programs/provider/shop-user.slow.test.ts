import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer, programFile, type Running, runProvider, startProgram } from '../../../../testing/process.ts'
import { call, getToken, loginForm } from '../../../../testing/server/calls.ts'
import { addCustomer, type TestShopUser } from '../../../../testing/server/customer.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { type MailServer, startMailServer } from '../../../../testing/server/mail-server.ts'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { changeRows } from '../../../../testing/server/rows.ts'
import { fillDataFolder } from '../../../../testing/server/test-database.ts'
import type { FoundShopUser } from '../../people/shop-user/shop-user-list.repository.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/database/connection.ts'

const folder = sharedFolder()
let mailServer: MailServer
let server: Running
let url: string
let users: Record<'admin' | 'shopfull' | 'contact' | 'shoplight' | 'none', TestShopUser>

const user = (...words: string[]) => runProvider(['shop-user', ...words], { DATA_FOLDER: folder })
const accessOf = async ({ userName }: TestShopUser) => {
  const { stdout } = await user('find', userName, '--json')
  return (JSON.parse(stdout) as FoundShopUser[]).map(({ access }) => access)
}

beforeAll(async () => {
  await buildServer()
  mailServer = await startMailServer()
  await fillDataFolder(folder)
  const { db, close } = await openDatabase(readConfig({ DATA_FOLDER: folder }))
  users = (await addCustomer(db, 1000)).shopUsers
  for (const { contactId } of [users.shopfull, users.contact, users.none])
    await changeRows(db, 'shop_users', { contact_id: contactId }, { password_hash: null })
  await close()
  const mail = { SMTP_URL: mailServer.url.href, MAIL_FROM: 'kundencenter@akademie.example' }
  server = await startProgram('main', { DATA_FOLDER: folder, LOG_LEVEL: 'info', ...mail }, 'pipe')
  url = server.url
})
afterAll(async () => {
  await server.kill()
  await mailServer.close()
})

describe('the commands about users, while a server holds the database', () => {
  test('an access is mailed to whom a file names, and the rest is listed with a reason, as a file for the next try', async () => {
    const [wanted, failed] = [join(folder, 'wanted.txt'), join(folder, 'failed.txt')]
    const names = [
      users.contact.userName.toUpperCase(),
      'niemand@firma.example',
      users.admin.userName,
      users.none.userName
    ]
    await writeFile(wanted, `\uFEFF${names.join('\r\n')}\r\n\r\n`)
    const { code, stdout } = await user('send-access', '--file', wanted, '--failures', failed)
    expect([code, stdout.split('\n')[0]]).toEqual([1, '1 mail is queued.'])
    expect(await readFile(failed, 'utf8')).toBe(
      [
        'niemand@firma.example\tno user has this e-mail address, external ID or number',
        `${users.admin.userName}\thas a password already`,
        `${users.none.userName}\thas no right`,
        ''
      ].join('\n')
    )
    await eventually(async () => expect(await accessOf(users.contact)).toEqual(['sent']))
    expect(await user('send-access', '--file', failed)).toMatchObject({ code: 1 })
  })

  test('all who wait get theirs, in waves; called again the command leaves out who was mailed', async () => {
    expect(await accessOf(users.shopfull)).toEqual(['never-sent'])
    const first = JSON.parse((await user('send-access', '--all', '--json')).stdout) as object
    expect(first).toEqual({ queued: 1, skipped: 0, failures: [] })
    await eventually(async () => expect(await accessOf(users.shopfull)).toEqual(['sent']))
    expect((await user('send-access', '--all')).stdout).toBe('0 mails are queued.\n')
    const { providerId, contactId, userName } = users.shopfull
    expect((await user('send-access', userName)).stdout).toContain('1 were mailed before')
    expect((await user('send-access', `${providerId}/${contactId}`, '--again')).stdout).toBe('1 mail is queued.\n')
  })

  test('a mailing that is stopped says how far it came and how to go on', async () => {
    const { contact, shopfull } = users
    const words = ['shop-user', 'send-access', contact.userName, shopfull.userName, '--again', '--per-minute', '1']
    const queued = async () => (JSON.parse((await user('mails', contact.userName, '--json')).stdout) as object[]).length
    const before = await queued()
    const child = execFile(process.execPath, [programFile('provider'), ...words], {
      env: { ...process.env, DATA_FOLDER: folder }
    })
    const told = text(child.stderr!)
    const closed = once(child, 'close')
    await eventually(async () => expect(await queued()).toBe(before + 1))
    child.kill('SIGINT')
    expect(await told).toBe(
      `The command was ended before it was done. 1 of 2 users are done, and their mails leave. Go on without those up to ${contact.userName}: --again would mail them once more.\n`
    )
    expect(await closed).toEqual([1, null])
  })

  test('users are counted and printed as CSV by the state of their access', async () => {
    expect((await user('count')).stdout).toMatch(/^chosen 2$/m)
    const { stdout } = await user('csv', '--access', 'chosen')
    expect(stdout).toMatch(/^\uFEFFexternalId;customerNumber;/)
    expect(stdout.trim().split('\r\n')).toHaveLength(3)
  })

  test('a copy of a person’s data is written into a new file', async () => {
    const { providerId, contactId } = users.none
    const [json, pdf] = [join(folder, 'copy.json'), join(folder, 'copy.pdf')]
    expect(await user('data-copy', `${providerId}/${contactId}`, json)).toMatchObject({ code: 0 })
    expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ person: [{ lastName: 'none' }] })
    expect((await user('data-copy', `${providerId}/${contactId}`, json)).stderr).toContain('is there already')
    expect((await user('data-copy', `${providerId}/${contactId}`, 'copy.txt')).code).toBe(2)
    expect(await user('data-copy', `${providerId}/${contactId}`, pdf)).toMatchObject({ code: 0 })
    expect((await readFile(pdf, 'latin1')).slice(0, 5)).toBe('%PDF-')
    await eventually(() =>
      expect(server.log()).toMatch(new RegExp(`"event":"data-copy-asked","person":"${providerId}/${contactId}"`))
    )
  })

  test('whoever is locked is logged out and cannot log in, until unlocked; the log says so without names', async () => {
    const login = async () => (await getToken(url, loginForm(users.admin))).envelope.responseData
    const status = async (token: string) => (await call(url, '/customer', { headers: { authorization: token } })).status
    const { access_token: token } = await login()
    expect(await status(token)).toBe(200)
    expect((await user('lock', users.admin.userName)).stdout).toMatch(/is locked\.\n$/)
    expect([await status(token), (await getToken(url, loginForm(users.admin))).status]).toEqual([401, 401])
    expect((await user('find', users.admin.userName)).stdout).toContain('  locked  ')
    expect((await user('unlock', users.admin.userName)).code).toBe(0)
    const { access_token: next } = await login()
    expect(await status(next)).toBe(200)
    expect((await user('end-sessions', users.admin.userName)).code).toBe(0)
    expect([await status(next), (await getToken(url, loginForm(users.admin))).status]).toEqual([401, 200])
    const person = `"person":"${users.admin.providerId}/${users.admin.contactId}"`
    for (const event of ['shop-user-locked', 'shop-user-unlocked', 'sessions-ended'])
      expect(server.log()).toMatch(new RegExp(`"event":"${event}",${person}`))
    expect(server.log()).not.toContain(users.admin.userName)
  })

  test('what is known of one person is listed, a line for each row', async () => {
    const { contact, admin } = users
    expect((await user('mails', contact.userName)).stdout).toMatch(
      new RegExp(`^at "\\S+Z"  kind "password-mail"  notices \\[\\]  to "${contact.userName}"  state "sent"  endedAt "`)
    )
    expect((await user('logins', `${admin.providerId}/${admin.contactId}`)).stdout).toMatch(
      /^at "\S+Z"  way "password"  succeeded true\n(?:.*\n)*at "\S+Z"  way "password"  succeeded false  reason "locked"\n/
    )
    expect((await user('letters', contact.userName)).stdout).toBe('There is nothing.\n')
    expect(await user('send-reset', admin.userName)).toMatchObject({ code: 1, stderr: 'A link needs PUBLIC_URL.\n' })
  })

  test('a name that is nobody’s changes nothing and says so; wrong usage has its own exit code', async () => {
    expect(await user('lock', 'niemand@firma.example')).toMatchObject({
      code: 1,
      stderr: 'niemand@firma.example: no user has this e-mail address, external ID or number.\n'
    })
    expect(await user('send-access')).toMatchObject({ code: 2 })
    expect(await user('send-access', 'a@b.example', '--all')).toMatchObject({ code: 2 })
    expect((await user('find', 'gibt es nicht')).stdout).toBe('No user was found.\n')
  })
})
