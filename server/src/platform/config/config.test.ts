import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { readConfig, SettingsError } from './config.ts'
import { settings } from './settings.ts'

describe('the settings', () => {
  test('are complete without any variable, and an empty one counts as not set', () => {
    expect(readConfig({ PORT: ' ', STORAGE: '' })).toEqual(readConfig({}))
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: '',
      storage: { kind: 'folder' }
    })
  })

  test.each([
    ['PORT', '70000'],
    ['PORT', '0x50'],
    ['DATABASE_URL', 'mysql://a:geheim@host/db'],
    ['DATABASE_POOL', '0'],
    ['STORAGE', 'disk'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://shop.example/'],
    ['CORS_ORIGINS', 'https://shop.example,null'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '2'],
    ['DEVELOPMENT', 'yes'],
    ['SESSION_MINUTES', '0'],
    ['ROUTE_RIGHTS', '{"confirmations/evaluation":["everybody"]}'],
    ['ROUTE_RIGHTS', '{"no/such/route":["admin"]}'],
    ['ROUTE_RIGHTS', '{'],
    ['MAX_BODY_BYTES', '1e9'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['SMTP_URL', 'http://user:geheim@mail.example'],
    ['SMTP_URL', 'smtp://user:geheim@mail.example/?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://user:geheim@mail.example/pool'],
    ['SMTP_URL', 'smtp://user:50%geheim@mail.example'],
    ['SMTP_URL', 'smtp://50%off:geheim@mail.example'],
    ['SMTP_URL', 'smtp://user:geheim%ff@mail.example'],
    ['MAIL_FROM', 'a@b.example, c@d.example'],
    ['MAIL_FROM', 'Akademie <a@b.example>'],
    ['MAIL_RETRY_SECONDS', '-1'],
    ['PASSWORD_MAIL', 'both'],
    ['MINIMUM_PASSWORD_LENGTH', '5'],
    ['LETTER_TEMPLATES', '/no/such/folder'],
    ['LETTER_TEMPLATES', import.meta.filename]
  ])('refuse %s=%s with the name and what is allowed, without repeating the value', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^The setting ${name} is wrong: allowed is .+\\.$`))
    expect(read).not.toThrow('geheim')
  })

  test('read lists, numbers and tables', () => {
    const config = readConfig({
      CORS_ORIGINS: 'https://shop.example, http://127.0.0.1:8080',
      TRUST_PROXY: '10.0.0.0/8,::1',
      ROUTE_RIGHTS: '{"confirmations/evaluation":["admin","shopfull"]}',
      DEVELOPMENT: 'true'
    })
    expect(config).toMatchObject({
      corsOrigins: ['https://shop.example', 'http://127.0.0.1:8080'],
      trustProxy: ['10.0.0.0/8', '::1'],
      routeRights: { 'confirmations/evaluation': ['admin', 'shopfull'] },
      development: true
    })
  })

  test('ask for the bucket and its keys where files lie in S3', () => {
    const env: Record<string, string> = { STORAGE: 's3', S3_REGION: 'eu', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' }
    expect(() => readConfig(env)).toThrow('The setting S3_SECRET_ACCESS_KEY is missing: STORAGE=s3 needs it.')
    expect(readConfig({ ...env, S3_SECRET_ACCESS_KEY: 'secret' }).storage).toMatchObject({
      kind: 's3',
      bucket: 'files'
    })
  })

  test('say how a % in the password for the mail server is written', () => {
    const env = { MAIL_FROM: 'a@b.example' }
    expect(() => readConfig({ ...env, SMTP_URL: 'smtp://user:50%off@mail.example' })).toThrow(
      'a % in it is written %25'
    )
    expect(readConfig({ ...env, SMTP_URL: 'smtp://user:50%25off@mail.example' }).mail).toMatchObject({ kind: 'smtp' })
  })

  test('ask for a sender where mails go to a mail server, and for an address where they bring links', () => {
    const env = { SMTP_URL: 'smtps://user:geheim@mail.example' }
    expect(() => readConfig(env)).toThrow('The setting MAIL_FROM is missing: SMTP_URL needs it.')
    expect(readConfig({ ...env, MAIL_FROM: 'a@b.example' }).mail).toMatchObject({ kind: 'smtp', from: 'a@b.example' })
    expect(() => readConfig({ PASSWORD_MAIL: 'link' })).toThrow('PUBLIC_URL is missing: PASSWORD_MAIL=link needs it.')
  })

  test('ask for a database server where the work is done by other processes', () => {
    expect(() => readConfig({ JOBS: 'worker' })).toThrow('The setting DATABASE_URL is missing: JOBS=worker needs it.')
    const config = readConfig({ JOBS: 'worker', DATABASE_URL: 'postgres://u:p@127.0.0.1/x' })
    expect(config.jobs).toBe('worker')
  })

  test('allow the demo, whose passwords are well known, neither in a database of its own nor off this machine', () => {
    expect(readConfig({ DEMO: 'true', HOST: '::1' }).demo).toBe(true)
    const wrong = 'The setting DEMO is wrong'
    expect(() => readConfig({ DEMO: 'true', DATABASE_URL: 'postgres://u:p@127.0.0.1/x' })).toThrow(wrong)
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'localhost.example', '127.0.0.1.example'])
      expect(() => readConfig({ DEMO: 'true', HOST }), HOST).toThrow(wrong)
    expect(readConfig({ DEMO_HOSTS: 'Demo.example, zweite.example' }).demoHosts).toEqual([
      'demo.example',
      'zweite.example'
    ])
    for (const DEMO_HOSTS of ['*', 'https://demo.example', 'demo.example:3000', 'demo.example/', '*.example', 'a b'])
      expect(() => readConfig({ DEMO_HOSTS }), DEMO_HOSTS).toThrow('The setting DEMO_HOSTS is wrong')
  })

  test('that are secrets may come from a file, others and both at once not', async () => {
    const folder = await newFolder()
    const file = join(folder, 'secret')
    const url = 'postgres://u:geheim@127.0.0.1/x'
    writeFileSync(file, `${url}\n`)
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(url)
    expect(readConfig({ HOST_FILE: file }).host).toBe('127.0.0.1')
    expect(() => readConfig({ DATABASE_URL_FILE: file, DATABASE_URL: url })).toThrow(
      'The settings DATABASE_URL and DATABASE_URL_FILE are both set: one of them has to go.'
    )
    expect(() => readConfig({ SMTP_URL_FILE: file })).toThrow(/^The setting SMTP_URL is wrong: allowed is (?!.*geheim)/)
    expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
      /SMTP_URL_FILE is wrong: .* \(ENOENT\)\.$/
    )
    writeFileSync(file, ' \n')
    expect(() => readConfig({ SIGNING_KEY_FILE: file })).toThrow(/SIGNING_KEY_FILE is wrong: .* is empty\.$/)
  })

  test('are each read by the server', () => {
    const folder = new URL('../../', import.meta.url)
    const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.endsWith('config/settings.ts'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n')
    const unread = Object.keys(settings).filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
    expect(unread).toEqual([])
  })

  test('have names of their own, each described', () => {
    const names = Object.values(settings).map(({ env }) => env)
    expect(new Set(names).size).toBe(names.length)
    for (const { description } of Object.values(settings)) expect(description).toMatch(/\.$/)
  })
})
