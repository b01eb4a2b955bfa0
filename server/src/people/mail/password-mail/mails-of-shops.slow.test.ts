import { describe, expect } from 'vitest'
import { getToken, loginForm } from '../../../../../testing/server/calls.ts'
import type { TestShopUser } from '../../../../../testing/server/customer.ts'
import { providerRow } from '../../../../../testing/server/letterhead.ts'
import { test as mailTest } from '../../../../../testing/server/mail-fixtures.ts'
import { changeRows } from '../../../../../testing/server/rows.ts'
import { save } from '../../../../../testing/server/saves.ts'
import { queueMail } from '../../../mails/queue-mail.ts'
import { noOwnFolder } from '../../../platform/config/own-folder.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { queuePasswordMail } from './password-mail.ts'
import { passwordChangedMail } from './password-mail.ts'

const imprint = 'https://nord.example/impressum'
const shopUrl = 'https://nord.example/konto'

const ofNord = {
  ...noOwnFolder,
  serverTexts: {
    'password-mail.link.subject': 'Willkommen im Norden',
    'password-mail.link.before': ['schön, dass Sie da sind.', 'Bei {provider} <b>wählen</b> Sie Ihr Passwort:'],
    'password-reset-mail.subject': 'Passwort vergessen',
    'links.imprint': 'Wer wir sind'
  }
}

const west = 'https://west.example/impressum'
const ofWest = {
  ...noOwnFolder,
  serverTexts: {
    'password-reset-mail.subject': 'Im Westen vergessen',
    'password-mail.changed.subject': 'Im Westen geändert',
    'password-mail.link.subject': 'Willkommen im Westen',
    'email-change-mail.confirmation.subject': 'Im Westen bestätigen',
    'email-change-mail.announcement.subject': 'Im Westen angekündigt'
  }
}

const test = mailTest
  .extend(
    'settings',
    { scope: 'file' },
    {
      publicUrl: 'https://center.example',
      passwordMail: 'link',
      links: { imprint: 'https://a.example/impressum' },
      shops: [
        { appKey: 'sued', providerId: 1, page: {}, own: noOwnFolder },
        {
          appKey: 'nord',
          providerId: 2,
          page: {},
          own: ofNord,
          shopUrl,
          mailFrom: 'post@nord.example',
          links: { imprint }
        },
        {
          appKey: 'west',
          providerId: 1,
          page: {},
          own: ofWest,
          mailFrom: 'post@west.example',
          links: { imprint: west }
        }
      ]
    }
  )
  /** Makes the same person in two companies of the provider's. */
  .extend('two', { scope: 'file' }, async ({ db, own, twin }) => {
    await changeRows(db, 'providers', { provider_id: 1 }, providerRow)
    await changeRows(db, 'providers', { provider_id: 2 }, { name: 'Nordakademie' })
    return {
      sued: own.shopUsers.admin,
      nord: twin.shopUsers.admin,
      other: own.shopUsers.contact,
      third: own.shopUsers.shopfull
    }
  })
  .extend('settled', { auto: true }, ({ idle }, { onCleanup }) => onCleanup(idle))

describe('a mail', () => {
  test('comes from its shop, with sender, pages and links of that one', async ({ db, arrivingMail, server, two }) => {
    const mails: Record<string, string> = {}
    for (const name of ['sued', 'nord'] as const) {
      const arriving = arrivingMail()
      await inTransaction(db, (trx) => queuePasswordMail(trx, two[name]))
      const { mail } = await arriving
      const text = mail.text ?? ''
      expect(String(mail.html)).not.toContain('<b>')
      mails[name] = text
      expect(String(mail.html).includes('#7a1f4b'), 'the colour of the first').toBe(name === 'sued')
      expect(mail.subject).toBe(name === 'nord' ? 'Willkommen im Norden' : 'Ihr Zugang zum Kundencenter')
      expect(mail.from?.address).toBe(name === 'nord' ? 'post@nord.example' : 'kundencenter@akademie.example')
      const [link = ''] = /https:\/\/center\.example\/\S+/.exec(text) ?? []
      const { pathname } = new URL(link)
      expect(pathname).toMatch(new RegExp(`^/shops/${name}/passwort/[\\w-]{43}$`))
      expect((await fetch(server.url + pathname)).status).toBe(200)
      const elsewhere = pathname.replace(name, name === 'nord' ? 'sued' : 'nord')
      expect((await fetch(server.url + elsewhere)).status, 'in the other shop').toBe(404)
    }
    expect(mails['sued']).toContain('Bildungshaus Süd GmbH\nSeeweg 7\n8010 Graz')
    expect(mails['sued']).toContain('FN 123456 a, Landesgericht Graz\nUID ATU12345678')
    expect(mails['sued']).not.toMatch(/nord|a\.example\/impressum/i)
    expect(mails['nord']).toContain(`Wer wir sind: ${imprint}`)
    expect(mails['nord']).toContain(
      'schön, dass Sie da sind.\n\nBei Nordakademie <b>wählen</b> Sie Ihr Passwort:\n\nKundennummer: '
    )
    expect(mails['nord']).not.toMatch(/süd|sued|a\.example\/impressum/i)
  })

  test('leads to the page of its shop, or the shop’s page on this server', async ({ db, arrivingMail, two }) => {
    for (const [name, url] of [
      ['sued', 'https://center.example/shops/sued'],
      ['nord', shopUrl]
    ] as const) {
      const { providerId, contactId } = two[name]
      const arriving = arrivingMail()
      await inTransaction(db, (trx) => queueMail(trx, passwordChangedMail, { providerId, contactId }))
      expect((await arriving).mail.text).toContain(`Zum Kundencenter:\n${url}\n`)
    }
  })

  test('for a forgotten password has the access of its shop alone', async ({ arrivingMail, server, two }) => {
    const arriving = arrivingMail()
    const answer = await fetch(`${server.url}/shops/nord/api/passwordreset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { emailAddress: two.sued.userName } })
    })
    expect(answer.status).toBe(200)
    const { mail } = await arriving
    expect(mail.subject).toBe('Passwort vergessen')
    expect(mail.text).toContain('/shops/nord/passwort/')
    expect(mail.text).not.toContain('/shops/sued/')
    expect(mail.text).not.toContain(two.sued.customerNumber)
  })

  describe('of two shops of a company', () => {
    const shopTest = test
      .extend('askedFor', ({ arrivingMail, server }) =>
        async (path: string, emailAddress: string) => {
          const arriving = arrivingMail()
          const body = new URLSearchParams({ emailAddress })
          const { status } = await fetch(server.url + path, { method: 'POST', body, redirect: 'manual' })
          expect(status).toBe(303)
          return (await arriving).mail
        })
      .extend('inShop', ({ server }) => async (path: string, user: TestShopUser, appKey?: string) => {
        const { envelope } = await getToken(server.url + path, { ...loginForm(user), ...(appKey && { appKey }) })
        const headers = { authorization: envelope.responseData.access_token }
        return async (method: string, call: string, data: object) =>
          expect((await save(server.url + path, headers, [method, call], data)).code).toBe(0)
      })
      /** The next mails, by their subjects. */
      .extend('arriving', ({ mailServer }) => async (count: number, during: () => Promise<void>) => {
        const before = mailServer.arrived.length
        await during()
        await mailServer.mail(before + count)
        return mailServer.arrived.slice(before).map(({ mail }) => mail)
      })

    shopTest('comes from the one in which a new link was asked for', async ({ askedFor, two }) => {
      for (const [name, from, subject] of [
        ['west', 'post@west.example', 'Im Westen vergessen'],
        ['sued', 'kundencenter@akademie.example', 'Neues Passwort für das Kundencenter']
      ] as const) {
        const mail = await askedFor(`/shops/${name}/passwort/neu`, two[name === 'west' ? 'sued' : 'other'].userName)
        expect([mail.from?.address, mail.subject]).toEqual([from, subject])
        expect(mail.text).toContain(`https://center.example/shops/${name}/passwort/`)
        expect(mail.text?.includes(west)).toBe(name === 'west')
        expect(mail.text).toContain('Bildungshaus Süd GmbH')
      }
    })

    shopTest('comes from the one whose appKey was sent, for its company alone', async ({ server, arriving, two }) => {
      const data = { emailAddress: two.third.userName, appKey: 'west' }
      const [mail] = await arriving(1, async () => {
        const unknown = await server.save({}, ['POST', '/passwordreset'], { ...data, appKey: 'NONSENSE' })
        expect(unknown.status).toBe(400)
        await server.mustSave({}, ['POST', '/passwordreset'], data)
      })
      expect([mail?.from?.address, mail?.subject]).toEqual(['post@west.example', 'Im Westen vergessen'])
      expect(mail?.text).toContain('https://center.example/shops/west/passwort/')
      expect(mail?.text).not.toMatch(/\/shops\/(?:sued|nord)\//)
    })

    shopTest.for([
      ['/shops/west', undefined],
      ['', 'west']
    ] as const)(
      'comes from the one in which somebody has logged in, by %j with the appKey %j',
      async ([path, appKey], { arriving, inShop, two, db }) => {
        // A mail would also tell of another login than the first.
        await db.deleteFrom('login_marks').execute()
        const call = await inShop(path, two.sued, appKey)
        const { contactId } = two.other
        const made = await arriving(1, () =>
          call('PUT', '/contact', { ASP_PVAID: contactId, ASP_PASSWORT: `Bergsteiger-${path.length}7` })
        )
        expect(made.map(({ subject }) => subject)).toEqual(['Im Westen geändert'])
        const address = `neu${path.length}@firma.example`
        const asked = await arriving(2, () => call('PUT', '/webshopuser', { WSU_EMAIL: address }))
        expect(new Set(asked.map(({ subject }) => subject))).toEqual(
          new Set(['Im Westen angekündigt', 'Im Westen bestätigen'])
        )
        for (const mail of [...made, ...asked]) {
          expect(mail.from?.address).toBe('post@west.example')
          expect(mail.text).toContain('https://center.example/shops/west')
          expect(mail.text).not.toContain('/shops/sued')
        }
      }
    )
  })
})
