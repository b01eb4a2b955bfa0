import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { configFileKeys } from './config-file.ts'
import { readConfig } from './config.ts'
import { OperatorError } from './operator-error.ts'
import { noOwnFolder } from './own-folder.ts'

const folder = sharedFolder()
const path = join(folder, 'config.json')

const read = (json: unknown, env = {}) => {
  writeFileSync(path, typeof json === 'string' ? json : JSON.stringify(json))
  return readConfig({ CONFIG_FILE: path, PUBLIC_URL: 'https://center.example', ...env })
}

describe('the file of CONFIG_FILE', () => {
  test('sets what no setting does, and is not needed', () => {
    mkdirSync(join(folder, 'eigenes'))
    const page = { allowedRoutes: ['orders', 'mydata'], languageInPath: true, images: { overview: { big: 'a.svg#x' } } }
    expect(read({ ...page, appKey: 'KC_1', folder: 'eigenes' })).toMatchObject({
      page,
      appKey: 'KC_1',
      own: { path: join(folder, 'eigenes') },
      shops: []
    })
    expect(readConfig({})).toMatchObject({ page: {}, appKey: '', own: noOwnFolder, shops: [] })
  })

  test('has shops, each with its own keys over those of all', () => {
    const shops = {
      a: { providerId: 1, showTextIDs: false, mailFrom: 'a@a.example' },
      b: { providerId: 2, links: { imprint: 'https://b.example' }, shopUrl: 'https://b.example' }
    }
    expect(read({ showTextIDs: true, defaultLanguage: 'de-ch', shops }).shops).toEqual([
      {
        appKey: 'a',
        providerId: 1,
        mailFrom: 'a@a.example',
        own: noOwnFolder,
        page: { showTextIDs: false, defaultLanguage: 'de-ch' }
      },
      { appKey: 'b', ...shops.b, own: noOwnFolder, page: { showTextIDs: true, defaultLanguage: 'de-ch' } }
    ])
  })

  test.each(Object.entries(configFileKeys.all))('says what is allowed for %s', (name, { allowed }) => {
    expect(() => read({ [name]: 0.5 })).toThrow(`CONFIG_FILE is wrong: for ${name} is allowed ${allowed}.`)
  })

  test.each(Object.entries(configFileKeys.own))('says what is allowed for %s of a shop', (name, { allowed }) => {
    const sentence = `CONFIG_FILE is wrong: for shops.a.${name} is allowed ${allowed}.`
    expect(() => read({ shops: { a: { providerId: 1, [name]: 0.5 } } })).toThrow(sentence)
  })

  test.each([
    ['{', 'cannot be read'],
    [[], 'it is no JSON object'],
    [{ colour: 'red' }, 'there is no key colour; there are allowedRoutes, '],
    [JSON.parse('{"__proto__":1}'), 'there is no key __proto__'],
    [{ routeRights: {} }, 'routeRights is set by ROUTE_RIGHTS'],
    [{ links: {} }, 'links is set by LINKS'],
    [
      { allowedRoutes: ['orders', 'nowhere'] },
      'for allowedRoutes is allowed a list of these routes, each once: mydata, '
    ],
    [{ allowedRoutes: ['orders', 'orders'] }, 'for allowedRoutes is allowed'],
    [{ allowedRoutes: [] }, 'for allowedRoutes is allowed'],
    [{ defaultLanguage: 'en' }, 'for defaultLanguage is allowed "de-at", "de-de" or "de-ch"'],
    [{ showTextIDs: 'true' }, 'for showTextIDs is allowed true or false'],
    [{ images: { orders: { small: '../secret.svg' } } }, 'for images is allowed'],
    [{ images: { orders: { small: 'javascript:alert(1)' } } }, 'for images is allowed'],
    [{ images: { nowhere: {} } }, 'for images is allowed'],
    [{ folder: 'missing' }, 'for folder is allowed a folder that exists'],
    [{ appKey: 'a b' }, 'for appKey is allowed'],
    [{ appKey: 'a', shops: { b: { providerId: 1 } } }, 'appKey is that of the one shop'],
    [{ shops: { a: {} } }, 'shops.a.providerId is missing'],
    [{ shops: { a: { providerId: '1' } } }, 'for shops.a.providerId is allowed the number'],
    [{ shops: { a: { providerId: 1 }, A: { providerId: 2 } } }, 'two shops are called A, but for capitals'],
    [{ shops: { 'a/b': { providerId: 1 } } }, 'the key a/b of shops is not'],
    [{ shops: { a: 1 } }, 'shops.a is no JSON object'],
    [{ shops: { a: { providerId: 1, links: { terms: 'https://a.example' } } } }, 'for shops.a.links is allowed'],
    [
      { shops: { a: { providerId: 1, mailFrom: 'A <a@b.example>' } } },
      'for shops.a.mailFrom is allowed an e-mail address'
    ],
    [{ shops: { a: { providerId: 1, shops: {} } } }, 'there is no key shops.a.shops']
  ])('%j stops the start with the key and what is allowed', (json, sentence) => {
    expect(() => read(json)).toThrow(OperatorError)
    expect(() => read(json)).toThrow(`The file ${path} of CONFIG_FILE`)
    expect(() => read(json)).toThrow(sentence)
  })

  test.each([
    [{ PUBLIC_URL: '' }, 'The setting PUBLIC_URL is missing: shops'],
    [{ PUBLIC_URL: `https://center.example/${'a'.repeat(90)}` }, 'it is longer than 120 bytes']
  ])('with shops needs an address of the server, %j', (env, sentence) => {
    expect(() => read({ shops: { 'ein-laden': { providerId: 1 } } }, env)).toThrow(sentence)
  })

  test('that is not there stops the start', () => {
    expect(() => readConfig({ CONFIG_FILE: '/no/such/file.json' })).toThrow(/^The file .* cannot be read \(ENOENT/)
  })
})
