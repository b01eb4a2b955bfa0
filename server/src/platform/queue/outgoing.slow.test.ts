import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as mailTest } from '../../../../testing/server/mail-fixtures.ts'
import { contentOf } from '../../../../testing/server/saves.ts'
import { startReceiver } from '../../../../testing/server/webhook-receiver.ts'
import { initCommand } from '../../operator/init/init.command.ts'
import { queuePasswordMail } from '../../people/mail/password-mail/password-mail.ts'
import { passwordResetJob } from '../../people/mail/password-reset/password-reset-mail.ts'
import { sendAccessCommand } from '../../people/shop-user/shop-user.command.ts'
import { queueDeliveries } from '../../provider-api/webhook/queue-deliveries.ts'
import { addWebhookCommand } from '../../provider-api/webhook/webhook.command.ts'
import { webhookDeliveryName } from '../../provider-api/webhook/webhook.repository.ts'
import { readConfig } from '../config/config.ts'
import { findHold, noteInstallation } from '../database/outgoing.ts'
import { queueJob } from './job.ts'
import { releaseOutgoingCommand } from './outgoing.command.ts'

const settings = readConfig({})
const noMails =
  'Derzeit können keine E-Mails gesendet werden. Es wurde nichts geändert. Bitte versuchen Sie es später noch einmal.'

const test = mailTest
  .extend('settings', { scope: 'file' }, { publicUrl: 'https://center.example' })
  .extend('release', { scope: 'file' }, ({ db }) => {
    return () => releaseOutgoingCommand.run(db, null, commandContext)
  })
  /** Restores a dump of another database into this one. */
  .extend('restore', { scope: 'file' }, ({ db, database }) => async () => {
    await noteInstallation(database, settings)
    await sql`update outgoing set database_identity = '7711451115651441594/5'`.execute(db)
  })
  /** Nothing of a test is left when the next one counts mails and compares rows. */
  .extend('released', { auto: true }, async ({ release, idle }, { onCleanup }) => {
    await release()
    onCleanup(async () => {
      await release()
      await idle()
    })
  })

describe('a copy of a database', () => {
  test('sends no mail and no webhook, with all processes at work, until outgoing is released', async ({
    restore,
    release,
    newcomer,
    arrivingMail,
    idle,
    mailServer,
    server,
    db
  }) => {
    const user = await newcomer()
    const before = [...mailServer.arrived]
    const { url, secret, received, close } = await startReceiver()
    await server.save(user, ['PUT', '/customer'], { KND_ORT: 'Graz' })
    const own = db.selectFrom('audit_entries').select('id').where('customer_id', '=', user.customerId)
    const { id: changeId } = await own.executeTakeFirstOrThrow()
    const webhookId = await addWebhookCommand.run(db, { url, secret, providerId: user.providerId }, commandContext)
    await restore()
    // One that was a job already where the copy was made; the next one is only a change.
    await queueJob(db, webhookDeliveryName, { webhookId, changeId })
    await server.save(user, ['PUT', '/customer'], { KND_ORT: 'Linz' })
    await queueDeliveries({ db, log: server.app.log })
    await queuePasswordMail(db, user)
    const waiting = async () => {
      const { rows } = await sql`
        select kind as name, state, attempts from jobs where ended_at is null order by kind`.execute(db)
      return rows
    }
    await eventually(() => expect(server.log()).toContain('outgoing is on hold: mails and webhooks wait'))
    await eventually(async () =>
      expect(await waiting()).toEqual(
        ['password-mail', 'webhook-delivery'].map((name) => ({ name, state: 'waiting', attempts: 0 }))
      )
    )
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect([mailServer.arrived, received]).toEqual([before, []])
    const arriving = arrivingMail()
    expect(await release()).toMatchObject({ hold: expect.stringContaining('is a copy') as string, dropped: [] })
    expect((await arriving).recipients).toEqual([user.userName])
    await eventually(async () => {
      await queueDeliveries({ db, log: server.app.log })
      // Two deliveries that are due are sent at once. A change that was saved while a transaction of anybody's was at work
      // may also be one of those since the webhook was added: it arrives twice, with one id.
      const places = new Map(received.map(({ data }) => [data.id, data.rows[0]?.fields['place']]))
      const saved = ['Graz', 'Linz'].map((place) => expect.objectContaining({ new: place }) as object)
      expect([places.size, [...places.values()]]).toEqual([2, expect.arrayContaining(saved)])
    })
    // A job ends after its delivery has arrived.
    await idle()
    await close()
  })

  test('tells nobody that a mail was sent', async ({ restore, newCustomer, setShopUser, server, db }) => {
    const { admin, contact, none } = (await newCustomer()).shopUsers
    for (const user of [contact, none]) await setShopUser(user, { password_hash: null })
    await restore()
    const before = await contentOf(db)
    const newPerson = { ASP_ANREDE: 1, ASP_NACHNAME: 'Neu', ASP_SHOPEMAIL: 'neu@firma.example', ASP_SHOPRECHTE: 3 }
    for (const [method, path, data] of [
      ['POST', '/passwordreset', { emailAddress: admin.userName }],
      ['POST', '/passwordreset', { emailAddress: 'niemand@firma.example' }],
      ['POST', '/contactaccess/send', { pvaid: contact.contactId }],
      ['POST', '/contact', newPerson],
      ['PUT', '/contact', { ASP_PVAID: none.contactId, ASP_SHOPEMAIL: 'none@firma.example', ASP_SHOPRECHTE: 3 }],
      ['PUT', '/webshopuser', { WSU_EMAIL: 'anders@firma.example' }]
    ] as const)
      expect([path, await server.save(admin, [method, path], data)]).toMatchObject([
        path,
        { status: 200, code: 110, errors: [noMails] }
      ])
    const body = new URLSearchParams({ emailAddress: admin.userName })
    const page = await fetch(`${server.url}/passwort/neu`, { method: 'POST', body, redirect: 'manual' })
    expect([page.status, (await page.text()).includes(noMails)]).toEqual([422, true])
    expect(await contentOf(db)).toEqual(before)
    const input = { names: null, providerId: null, again: false, perMinute: 60 }
    await expect(sendAccessCommand.run(db, input, commandContext)).rejects.toThrow('outgoing release')
    // Calls that need no mail go on.
    expect((await server.call(admin, '/customer')).status).toBe(200)
    await server.mustSave(admin, ['PUT', '/customer'], { KND_ORT: 'Wels' })
  })

  test('lists and drops, once released, the mails whose link or password has ended, and mails the others', async ({
    restore,
    release,
    shopUsers: { admin, contact, shopfull, shoplight },
    setShopUser,
    arrivingMail,
    idle,
    mailServer,
    server,
    db
  }) => {
    for (const user of [contact, shopfull, shoplight]) await setShopUser(user, { password_hash: null })
    // The queue tells of a hold when one begins, so it has to have seen that the one of the test before is over.
    const arriving = arrivingMail()
    await queuePasswordMail(db, shoplight)
    await arriving
    await idle()
    const before = mailServer.arrived.length
    const holds = () => server.log().split('outgoing is on hold').length
    // A job of the test before may be taken as soon as the copy is there.
    const known = holds()
    await restore()
    const age = (id: string, minutes: number) =>
      sql`update jobs set queued_at = queued_at - make_interval(mins => ${minutes}),
        due_at = due_at - make_interval(mins => ${minutes}) where id = ${id}`.execute(db)
    await queuePasswordMail(db, shopfull)
    await eventually(() => expect(holds()).toBeGreaterThan(known))
    // From here on no job is taken from the queue, not even to be given back.
    await queuePasswordMail(db, contact)
    const jobOf = db.selectFrom('password_mails').select('job_id').where('contact_id', '=', contact.contactId)
    await age((await jobOf.executeTakeFirstOrThrow()).job_id, 73 * 60)
    const asked = { emailAddress: admin.userName, customerNumber: null }
    await age(await queueJob(db, passwordResetJob.name, asked), 61)
    const { dropped } = await release()
    expect(dropped).toMatchObject([
      { kind: 'password-mail', person: `${contact.providerId}/${contact.contactId}` },
      { kind: 'password-reset', person: null }
    ])
    expect((await mailServer.mail(before + 1)).recipients).toEqual([shopfull.userName])
    const access = async () => {
      const path = `/contactaccess?pvaid=${contact.contactId}`
      return (await server.call<{ state: string }>(admin, path)).envelope.responseData
    }
    // The state lets the admin see it, and send it again.
    await eventually(async () => expect(await access()).toMatchObject({ state: 'failed' }))
    expect(mailServer.arrived).toHaveLength(before + 1)
  })

  test('is told by init that its mail waits, as long as it does', async ({ restore, release, newCustomer, db }) => {
    const { providerId, userName: emailAddress } = (await newCustomer()).shopUsers.admin
    const input = { providerId, provider: {}, customer: {}, admin: {}, emailAddress }
    const context = { ...commandContext, config: { ...settings, publicUrl: 'https://center.example' } }
    const init = () => initCommand.run(db, input, context)
    await restore()
    expect(await init()).toMatchObject({ isNew: false, hold: expect.stringContaining('is a copy') as string })
    await release()
    expect(await init()).toMatchObject({ isNew: false, hold: null })
  })
})

describe('outgoing', () => {
  test('begins on hold where PUBLIC_URL is another known one', async ({ db, database, release }) => {
    const reasons: (string | null)[] = []
    for (const publicUrl of ['', 'https://a.example', null, 'https://a.example', 'https://b.example']) {
      await noteInstallation(database, settings, publicUrl)
      reasons.push(await findHold(db))
    }
    expect(reasons).toEqual([null, null, null, null, 'PUBLIC_URL is another one than before, so this may be a copy.'])
    await noteInstallation(database, settings, 'https://b.example')
    expect(await findHold(db), 'until it is released').toBe(reasons[4])
    await release()
    await noteInstallation(database, settings, 'https://b.example')
    expect(await findHold(db)).toBeNull()
  })

  test('is put on hold by a setting of any program, and not released while that is set', async ({ db, database }) => {
    const config = readConfig({ OUTGOING_ON_HOLD: 'true' })
    await noteInstallation(database, config)
    await noteInstallation(database, settings)
    expect(await findHold(db)).toBe('OUTGOING_ON_HOLD was set.')
    const released = releaseOutgoingCommand.run(db, null, { ...commandContext, config })
    await expect(released).rejects.toThrow('OUTGOING_ON_HOLD is set')
  })
})
