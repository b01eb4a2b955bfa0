import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { startApp } from '../../../testing/server/app.ts'
import { test as serverTest } from '../../../testing/server/fixtures.ts'
import { newFolder } from '../../../testing/server/new-folder.ts'
import { checkStart } from '../features.ts'
import { readConfig } from '../platform/config/config.ts'
import { readOwnFolder } from '../platform/config/own-folder.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'

const test = serverTest
  /** Makes a folder with these files, and the built elements with these texts. */
  .extend('folders', () => async (files: Readonly<Record<string, string | Buffer>>) => {
    const scratch = await newFolder()
    const all = { 'elements/assets/text.at.json': '{"menu":"Menü","greeting":"Hallo"}', ...files }
    for (const [name, content] of Object.entries(all)) {
      mkdirSync(join(scratch, name, '..'), { recursive: true })
      writeFileSync(join(scratch, name), content)
    }
    return { scratch, folder: join(scratch, 'own'), elements: join(scratch, 'elements') }
  })
  .extend(
    'start',
    ({ database, folders }, { onCleanup }) =>
      async (
        files: Readonly<Record<string, string | Buffer>>,
        page: Partial<RuntimeConfig> = {},
        prepare = (_own: string) => {}
      ) => {
        const { scratch, folder, elements } = await folders({ 'own/.keep': '', ...files })
        prepare(folder)
        const server = await startApp(database, {
          folders: { host: scratch, elements },
          config: { own: readOwnFolder(folder), page }
        })
        onCleanup(server.close)
        return server.url
      }
  )

describe('the provider’s folder', () => {
  test('changes texts and images, which are kept until they change', async ({ start }) => {
    const images = { orders: { small: 'bestellung.svg#klein' }, overview: { big: 'https://cdn.example/haus.png' } }
    const url = await start(
      { 'own/text.de.custom.json': '{"menu":"Auswahl"}', 'own/images/bestellung.svg': svg },
      { images }
    )
    for (const [path, type, text] of [
      ['text.de.custom.json', 'application/json; charset=utf-8', '{"menu":"Auswahl"}'],
      ['text.at.custom.json', 'application/json; charset=utf-8', '{}'],
      ['images/bestellung.svg', 'image/svg+xml', svg]
    ] as const) {
      for (const elements of ['elements', 'elements/v1']) {
        const answer = await fetch(`${url}/${elements}/assets/${path}`)
        expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, type, text])
        expect([answer.headers.get('cache-control'), answer.headers.get('access-control-allow-origin')]).toEqual([
          'no-cache',
          '*'
        ])
        const etag = answer.headers.get('etag') ?? ''
        const again = await fetch(answer.url, { headers: { 'if-none-match': etag } })
        expect([again.status, await again.text()]).toEqual([304, ''])
      }
    }
    for (const path of ['/assets/config.prod.json', '/elements/assets/config.prod.json']) {
      const config = (await (await fetch(url + path)).json()) as RuntimeConfig
      const small = new URL(config.images['orders']?.small ?? '', url + path).pathname
      expect(small).toBe('/elements/assets/images/bestellung.svg')
      expect(config.images['orders']?.big).toMatch(/images\.svg#orders-big$/)
      expect(config.images['overview']?.big).toBe('https://cdn.example/haus.png')
    }
  })

  test.for([
    ['text.de.custom.json', '{"nobody":"x"}', 'names the text nobody, which there is not'],
    ['text.de.custom.json', '{"menu":1}', 'has something for menu that is no text'],
    ['text.de.custom.json', '["menu"]', 'is no JSON object'],
    ['text.de.custom.json', '{', 'is no JSON object'],
    ['text.server.custom.json', '{"menu":"x"}', 'names the text menu, which there is not'],
    ['text.server.custom.json', '{"password-mail.link":{}}', 'names the text password-mail.link, which there is not'],
    [
      'text.server.custom.json',
      '{"password-mail.link.before":"von {provider}"}',
      'has something for password-mail.link.before that is no list of texts, one for each paragraph'
    ],
    ['text.server.custom.json', '{"start-page.title":" "}', 'has something for start-page.title that is no text'],
    ['text.server.custom.json', '{"passkey-mail.after":["Fein."]}', 'lacks {contact} in the text passkey-mail.after'],
    [
      'text.server.custom.json',
      '{"mail.greeting":"{provider} grüßt {name}"}',
      'has {provider} in the text mail.greeting, where {name} is filled in'
    ],
    [
      'text.server.custom.json',
      '{"start-page.title":"Konto {name}"}',
      'has {name} in the text start-page.title, where nothing is filled in'
    ],
    ['text.server.custom.json', '"menu"', 'is no JSON object'],
    ['text.fr.custom.json', '{}', 'is neither text.at.custom.json'],
    ['images/page.html', '<p>', 'is neither'],
    ['images/tief/a.svg', svg, 'is neither'],
    ['a.svg', svg, 'is neither'],
    ['images/gross.png', Buffer.alloc(2 ** 21 + 1), 'is larger than 2 MB']
  ] as const)('does not let the server start with %s %s', async ([name, content, sentence], { start }) => {
    await expect(start({ [`own/${name}`]: content })).rejects.toThrow(sentence)
  })

  test('is looked at before the start, also by a worker and by the check of an operator', async ({ db, folders }) => {
    const { folder } = await folders({ 'own/text.server.custom.json': '{"start-page.nothing":"x"}' })
    const config = { ...readConfig({}), own: readOwnFolder(folder) }
    const sentence = `The file text.server.custom.json in the folder ${folder} of CONFIG_FILE names the text start-page.nothing, which there is not.`
    await expect(checkStart(config, db)).rejects.toThrow(sentence)
    const shop = { appKey: 'a', providerId: 1, page: {}, own: config.own }
    await expect(checkStart({ ...readConfig({}), shops: [shop] }, db)).rejects.toThrow(sentence)
  })

  test('keeps the texts of mails and of the server’s own pages to the server', async ({ start }) => {
    const url = await start({ 'own/text.server.custom.json': '{"start-page.title":"Konto"}' })
    expect((await fetch(`${url}/elements/assets/text.server.custom.json`)).status).toBe(404)
    expect(await (await fetch(url)).text()).toContain('<title>Konto</title>')
  })

  test('does not let the server start with a link out of it', async ({ start }) => {
    const link = (own: string) => symlinkSync('/etc/passwd', join(own, 'text.at.custom.json'))
    await expect(start({}, {}, link)).rejects.toThrow('leads out of the folder')
  })

  test('does not let the server start without an image that is named', async ({ start }) => {
    const images = { orders: { big: 'fehlt.svg' } }
    await expect(start({}, { images })).rejects.toThrow(
      /The image fehlt\.svg of the file of CONFIG_FILE is not in \/.+\/images\./
    )
  })
})
