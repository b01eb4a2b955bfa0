import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { getToken, loginForm } from '../../testing/server/calls.ts'
import type { TestShopUser } from '../../testing/server/customer.ts'
import { test as serverTest } from '../../testing/server/fixtures.ts'
import { providerRow } from '../../testing/server/letterhead.ts'
import { sharedFolder } from '../../testing/server/new-folder.ts'
import { changeRows } from '../../testing/server/rows.ts'
import { findStartWarnings } from './features.ts'
import { readConfig } from './platform/config/config.ts'
import { noOwnFolder } from './platform/config/own-folder.ts'

const publicUrl = 'https://center.example'
const folder = sharedFolder()
const file = join(folder, 'shops.json')
const ownTexts = {
  'start-page.title': 'Mein <b>Konto</b>',
  'start-page.missingTitle': 'Hier ist nichts',
  'verify-page.title': 'Urkunde & Siegel prüfen',
  'password-page.doneTitle': 'Geschafft, <i>Danke</i>',
  'email-change-page.confirmedTitle': 'Adresse passt',
  'links.imprint': 'Wer wir sind'
}
mkdirSync(join(folder, 'nord'))
writeFileSync(join(folder, 'nord/text.server.custom.json'), JSON.stringify(ownTexts))
mkdirSync(join(folder, 'west'))
writeFileSync(join(folder, 'west/text.server.custom.json'), '{"start-page.title":"Westportal"}')
writeFileSync(join(folder, 'west/text.at.custom.json'), '{}')
const links = { imprint: 'https://nord.example/impressum' }
writeFileSync(
  file,
  JSON.stringify({
    showTextIDs: true,
    shops: {
      sued: { providerId: 1, allowedRoutes: ['orders', 'mydata'], defaultLanguage: 'de-de' },
      nord: { providerId: 2, folder: 'nord', shopUrl: 'https://nord.example/konto', links, showTextIDs: false },
      west: {
        providerId: 1,
        folder: 'west',
        shopUrl: 'https://west.example/konto',
        links: { help: 'https://west.example/hilfe' }
      }
    }
  })
)
const config = readConfig({ CONFIG_FILE: file, PUBLIC_URL: publicUrl, LINKS: '{"help":"https://a.example/"}' })

const test = serverTest
  .extend('overrides', { scope: 'file' }, { config: { ...config, port: 0 } })
  /** Makes two companies with the same people; the customer of the second logs in with another number. */
  .extend('two', { scope: 'file', auto: true }, async ({ db, own, twin }) => {
    await changeRows(db, 'providers', { provider_id: 1 }, providerRow)
    await changeRows(db, 'providers', { provider_id: 2 }, { name: 'Nordakademie' })
    return { sued: own.shopUsers.admin, nord: twin.shopUsers.admin }
  })
  .extend('shop', ({ server }) => {
    return (name: 'sued' | 'nord' | 'west') => `${server.url}/shops/${name}`
  })

const asBrowser = { headers: { accept: 'text/html' } }
const cookieless = (token: string) => ({ headers: { authorization: token } })
const me = '/api/webshopuser/getcurrentwebshopuser'

describe('an appKey', () => {
  test('lets the customers of its company in, and nobody else', async ({ server, two }) => {
    const wrong = await getToken(server.url, { ...loginForm(two.nord, 'falsch'), appKey: 'nord' })
    for (const [appKey, user, status] of [
      ['sued', two.sued, 200],
      ['nord', two.nord, 200],
      ['sued', two.nord, 401],
      ['nord', two.sued, 401]
    ] as const) {
      const answer = await getToken(server.url, { ...loginForm(user), appKey })
      expect([appKey, answer.status]).toEqual([appKey, status])
      if (status === 401) expect(answer.text).toBe(wrong.text)
    }
  })

  test.for(['NONSENSE', '', 'Sued', 'sued ', '__proto__', 'toString'])(
    '%j, which no shop has, is refused with every way of logging in',
    async (appKey, { server, two }) => {
      const { envelope } = await getToken(server.url, { ...loginForm(two.sued), appKey: 'sued' })
      for (const form of [
        loginForm(two.sued),
        { refreshToken: envelope.responseData.refresh_token },
        { passkey: '{"id":"a"}' }
      ]) {
        const answer = await getToken(server.url, { ...form, appKey })
        expect(answer.status).toBe(400)
        expect(answer.envelope.responseResult.Errors.join()).toContain('(appKey)')
      }
    }
  )

  test('of another shop renews no session', async ({ server, two }) => {
    const { envelope } = await getToken(server.url, { ...loginForm(two.sued), appKey: 'sued' })
    const refreshToken = envelope.responseData.refresh_token
    expect((await getToken(server.url, { refreshToken, appKey: 'nord' })).status).toBe(401)
    expect((await getToken(server.url, { refreshToken, appKey: 'sued' })).status).toBe(200)
  })

  test('of a server with one shop may be missing, but is no other one', async ({ startServer, two }) => {
    for (const own of ['', 'KC-1']) {
      const server = await startServer({ config: { appKey: own } })
      const status = async (appKey: string) => (await getToken(server.url, { ...loginForm(two.sued), appKey })).status
      expect([await status(own), await status(''), await status('NONSENSE')]).toEqual([200, 200, 400])
    }
  })
})

describe('two shops of a company', () => {
  test('let in the same people, by their appKey and by their path', async ({ server, shop, two }) => {
    for (const name of ['sued', 'west'] as const) {
      expect((await getToken(server.url, { ...loginForm(two.sued), appKey: name })).status).toBe(200)
      const { status, envelope } = await getToken(shop(name), { ...loginForm(two.sued), appKey: name })
      expect(status).toBe(200)
      expect((await fetch(shop(name) + me, cookieless(envelope.responseData.access_token))).status).toBe(200)
      expect((await getToken(shop(name), loginForm(two.nord))).status).toBe(401)
    }
    expect((await getToken(shop('west'), { ...loginForm(two.sued), appKey: 'sued' })).status).toBe(400)
  })

  test('have letterhead and colour in common, and address, texts and links of their own', async ({ shop }) => {
    const read = async (name: 'sued' | 'west', path: string) => (await fetch(shop(name) + path)).text()
    const [sued, west] = [await read('sued', '/'), await read('west', '/')]
    expect(sued).toContain('Kundencenter – Bildungshaus Süd')
    expect(sued).not.toContain('west.example')
    expect(west).toContain('Westportal – Bildungshaus Süd')
    expect(west).toContain('https://west.example/konto')
    expect(await read('west', '/verify')).toContain('https://west.example/hilfe')
    for (const name of ['sued', 'west'] as const) expect(await read(name, '/start/page.css')).toContain('#7a1f4b')
    expect(JSON.parse(await read('west', '/elements/assets/config.prod.json'))).toMatchObject({
      appKey: 'west',
      apiUrl: `${publicUrl}/shops/west/api`,
      links: { help: 'https://west.example/hilfe' }
    })
  })
})

describe('the path of a shop', () => {
  test('has the shop’s configuration, for its own page and for others', async ({ shop }) => {
    const read = async (name: 'sued' | 'nord' | 'west', path: string) => {
      const answer = await fetch(shop(name) + path)
      return (await answer.json()) as RuntimeConfig
    }
    expect(await read('sued', '/elements/assets/config.prod.json')).toMatchObject({
      appKey: 'sued',
      apiUrl: `${publicUrl}/shops/sued/api`,
      allowedRoutes: ['orders', 'mydata'],
      defaultLanguage: 'de-de',
      showTextIDs: true,
      customTexts: false,
      links: {}
    })
    expect(await read('nord', '/assets/config.prod.json')).toMatchObject({
      appKey: 'nord',
      apiUrl: '/shops/nord/api',
      defaultLanguage: 'de-at',
      showTextIDs: false,
      customTexts: false,
      links
    })
    expect(await read('west', '/assets/config.prod.json'), 'has texts in its folder').toMatchObject({
      customTexts: true
    })
  })

  test('is for the shop’s customers alone: their logins, renewals and sessions', async ({ shop, two }) => {
    const login = await getToken(shop('nord'), { ...loginForm(two.nord), appKey: 'nord' })
    expect(login.status).toBe(200)
    expect((await getToken(shop('nord'), loginForm(two.nord))).status, 'without appKey').toBe(200)
    expect((await getToken(shop('nord'), { ...loginForm(two.nord), appKey: 'sued' })).status).toBe(400)
    const foreign = await getToken(shop('nord'), loginForm(two.sued))
    expect([foreign.status, foreign.text]).toEqual([401, (await getToken(shop('sued'), loginForm(two.nord))).text])
    const { access_token: access, refresh_token: refreshToken } = login.envelope.responseData
    expect((await fetch(shop('nord') + me, cookieless(access))).status).toBe(200)
    expect((await fetch(shop('sued') + me, cookieless(access))).status).toBe(401)
    expect((await getToken(shop('sued'), { refreshToken })).status).toBe(401)
    expect((await getToken(shop('nord'), { refreshToken })).status).toBe(200)
  })

  test('keeps the cookie of a login to itself', async ({ shop, two }) => {
    const login = async (name: 'sued' | 'nord' | 'west', user: TestShopUser) => {
      const { headers, envelope } = await getToken(shop(name), loginForm(user))
      const kept = headers.getSetCookie().find((each) => each.includes('KC-SESSION')) ?? ''
      return { kept, token: envelope.responseData.access_token }
    }
    const [sued, nord, west] = [
      await login('sued', two.sued),
      await login('nord', two.nord),
      await login('west', two.sued)
    ]
    for (const [name, { kept, token }] of Object.entries({ sued, nord, west }))
      expect(kept).toBe(`__Host-KC-SESSION.${name}=${token}; Path=/; HttpOnly; Secure; SameSite=Lax`)
    const status = async (name: 'sued' | 'nord' | 'west', ...cookies: string[]) =>
      (await fetch(shop(name) + me, { headers: { cookie: cookies.join('; ') } })).status
    const own = `__Host-KC-SESSION.sued=${sued.token}`
    for (const name of ['KC-SESSION', 'KC-SESSION.sued', '__Host-KC-SESSION', '__Host-KC-SESSION.west']) {
      expect(await status('sued', `${name}=${sued.token}`), name).toBe(401)
      expect(await status('sued', `${name}=planted`, own, `${name}=planted`), name).toBe(200)
    }
    // Nor a session of another shop, be it one of the same company, under the right name.
    expect(await status('sued', `__Host-KC-SESSION.sued=${nord.token}`)).toBe(401)
    expect(await status('sued', `__Host-KC-SESSION.sued=${west.token}`)).toBe(401)
    expect(await status('west', `__Host-KC-SESSION.west=${sued.token}`)).toBe(401)
  })

  test.for([
    ['https://center.example/konto', 'KC-SESSION.nord', '/konto/shops/nord/api', ' Secure;'],
    ['http://localhost', 'KC-SESSION.nord', '/shops/nord/api', '']
  ] as const)('at %s keeps its cookie below itself', async ([address, name, path, secure], { startServer, two }) => {
    const server = await startServer({ config: { ...config, publicUrl: address, port: 0 } })
    const { headers, envelope } = await getToken(`${server.url}/shops/nord`, loginForm(two.nord))
    expect(headers.getSetCookie()).toContain(
      `${name}=${envelope.responseData.access_token}; Path=${path}; HttpOnly;${secure} SameSite=Lax`
    )
  })

  test('has pages with the shop’s name, colour and links', async ({ shop }) => {
    const pages = ['', '/', '/verify', '/passwort/gespeichert', '/e-mail/bestaetigt', '/nichts', '/elements/nichts.js']
    for (const path of [...pages, '/download/nichts']) {
      const [sued, nord] = await Promise.all(
        [shop('sued'), shop('nord')].map(async (url) => (await fetch(url + path, asBrowser)).text())
      )
      expect(sued).toContain('Bildungshaus Süd')
      expect(sued).not.toMatch(/Nordakademie|nord\.example|a\.example/)
      expect(nord).toContain('Nordakademie')
      expect(nord).toContain(links.imprint)
      expect(nord).not.toMatch(/Bildungshaus|a\.example/)
    }
    expect(await (await fetch(`${shop('sued')}/start/page.css`)).text()).toContain('#7a1f4b')
    expect(await (await fetch(`${shop('nord')}/start/page.css`)).text()).not.toContain('#7a1f4b')
    expect((await fetch(`${shop('sued')}/start/logo`)).status).toBe(200)
    expect((await fetch(`${shop('nord')}/start/logo`)).status).toBe(204)
  })

  test('has pages with the shop’s texts, whose HTML is text, and the usual ones for all others', async ({ shop }) => {
    for (const [path, own, usual] of [
      ['/', 'Mein &lt;b&gt;Konto&lt;/b&gt; – Nordakademie', 'Kundencenter – Bildungshaus Süd'],
      ['/verify', 'Urkunde &amp; Siegel prüfen', 'Bestätigung prüfen'],
      ['/passwort/gespeichert', 'Geschafft, &lt;i&gt;Danke&lt;/i&gt;', 'Ihr Passwort ist gespeichert'],
      ['/e-mail/bestaetigt', 'Adresse passt', 'Ihre Adresse ist bestätigt'],
      ['/nichts', 'Hier ist nichts', 'Diese Seite gibt es nicht']
    ] as const) {
      const [sued, nord] = await Promise.all(
        [shop('sued'), shop('nord')].map(async (url) => (await fetch(url + path, asBrowser)).text())
      )
      expect(nord).toContain(`<title>${own}`)
      expect(nord).toContain('>Wer wir sind</a>')
      expect(nord).not.toContain(usual)
      expect(sued).toContain(`<title>${usual}`)
    }
    expect(await (await fetch(`${shop('nord')}/verify`)).text()).toContain('Nummer der Bestätigung')
  })

  test.for([
    '/shops',
    '/shops/',
    '/shops/ost',
    '/shops/ost/verify',
    '/shops/ost/api/getApiVersion',
    '/embed',
    '/embed.html',
    '/plain.html'
  ])('%s is not there', async (path, { server }) => {
    expect((await fetch(server.url + path)).status).toBe(404)
  })

  test('is needed: the page of the server itself has no login, which would let nobody in', async ({ server }) => {
    const answer = await fetch(server.url)
    expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringMatching(/<customer-center|Süd|Nord/)])
  })

  test('without a company is named at the start', async ({ db }) => {
    const east = { appKey: 'ost', providerId: 7, page: {}, own: noOwnFolder }
    expect(await findStartWarnings({ ...config, shops: [east] }, db)).toContain(
      'The shop ost has no customers: there is no company 7.'
    )
  })
})
