// On both databases: starts at once meet in the database.

import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect } from 'vitest'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { participation, hourRecord } from '../../../../testing/server/confirmations.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Letter } from '../letter/letter-content.ts'
import { signJws } from './jws.ts'
import { payloadOf } from './letter-signer.ts'
import { rotateKeyCommand } from './letter.command.ts'
import { openSigningKey, watchSigningKey } from './signing-key.ts'

const run = promisify(execFile)
const number = '7K3M9QXR2BVR'

const folder = sharedFolder()

const test = serverTest
  .extend('openKey', ({ db }) => {
    return (name: string, env: Record<string, string> = {}) =>
      openSigningKey({ ...readConfig(env), dataFolder: join(folder, name) }, db)
  })
  .extend('publishedIds', ({ server }) => async () => {
    const { keys } = (await (await fetch(`${server.url}/verify/keys.json`)).json()) as { keys: { kid: string }[] }
    return keys.map(({ kid }) => kid)
  })

describe('signing keys', () => {
  test('starts at the same time make one key, which only its owner can read', async ({ openKey }) => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => openKey('new/data')))
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
    expect(await readdir(join(folder, 'new/data'))).toEqual(['signing-key.pem'])
    expect((await stat(join(folder, 'new/data/signing-key.pem'))).mode & 0o777).toBe(0o600)
    expect((await openKey('new/data')).id).toBe(keys[0]?.id)
  })

  test('one that was there once is demanded, and none is made in its place', async ({ openKey, db }) => {
    const file = join(folder, 'lost/signing-key.pem')
    await expect(openKey('lost')).rejects.toThrow(`The signing key ${file} is missing, though letters were signed here`)
    await expect(stat(file)).rejects.toThrow('ENOENT')
    expect((await openKey('lost', { SIGNING_KEY: randomBytes(32).toString('base64') })).id).toHaveLength(8)
    const known = await db.selectFrom('signing_keys').select('key_id').execute()
    await mkdir(join(folder, 'lost'), { recursive: true })
    await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', file])
    expect(known.map(({ key_id }) => key_id)).not.toContain((await openKey('lost')).id)
  })

  test('a key of the settings comes first, and the old one stays published', async ({ openKey, publishedIds }) => {
    const old = await openKey('new/data')
    const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const first = await openKey('settings', { SIGNING_KEY: pem.replaceAll('\n', '\\n') })
    const second = await openKey('settings', { SIGNING_KEY: randomBytes(32).toString('base64') })
    expect(new Set([old.id, first.id, second.id]).size).toBe(3)
    expect(await publishedIds()).toEqual(expect.arrayContaining([old.id, first.id, second.id]))
  })

  test('a rotated key signs the next letter of a running process', async ({ db, publishedIds }) => {
    const config = { ...readConfig({}), dataFolder: join(folder, 'rotated') }
    await mkdir(config.dataFolder)
    await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', join(config.dataFolder, 'signing-key.pem')])
    const currentKey = await watchSigningKey(config, db)
    const former = await currentKey()
    const id = await rotateKeyCommand.run(db, null, { ...commandContext, config })
    expect(id).not.toBe(former.id)
    expect((await currentKey()).id).toBe(id)
    expect(await publishedIds()).toEqual(expect.arrayContaining([former.id, id]))
    expect(await readdir(config.dataFolder)).toEqual(['signing-key.pem'])
    expect((await stat(join(config.dataFolder, 'signing-key.pem'))).mode & 0o777).toBe(0o600)
    const ofSettings = readConfig({ SIGNING_KEY: randomBytes(32).toString('base64') })
    await expect(rotateKeyCommand.run(db, null, { ...commandContext, config: ofSettings })).rejects.toThrow(
      'SIGNING_KEY'
    )
  })

  test('the database holds no private key', async ({ database }) => {
    const pem = await readFile(join(folder, 'new/data/signing-key.pem'), 'utf8')
    const seed = Buffer.from(pem.split('\n')[1] ?? '', 'base64').subarray(-32)
    const { rows } = await database.pool.query('select * from signing_keys')
    const text = JSON.stringify(rows)
    for (const form of ['base64', 'base64url', 'hex'] as const)
      expect(text).not.toContain(seed.toString(form).replace(/=+$/, ''))
  })

  test.for(['kaputt', generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()])(
    'a file or a setting that is no such key stops with a sentence that does not repeat it: %s',
    async (text, { openKey }) => {
      await mkdir(join(folder, 'broken'), { recursive: true })
      await writeFile(join(folder, 'broken/signing-key.pem'), text)
      await expect(openKey('broken')).rejects.toThrow(
        `The signing key ${join(folder, 'broken/signing-key.pem')} cannot be used (it holds no Ed25519 key): set SIGNING_KEY or DATA_FOLDER.`
      )
      expect(() => readConfig({ SIGNING_KEY: text })).toThrow(
        /^The setting SIGNING_KEY is wrong: allowed is an Ed25519/
      )
    }
  )

  test.for<[string, Letter, object]>([
    [
      'participation',
      { kind: 'participation', content: participation },
      {
        n: number,
        k: 'participation',
        d: '2026-11-20',
        p: participation.participant,
        e: participation.event,
        f: '2026-03-12',
        t: '2026-03-13',
        h: 14.5
      }
    ],
    [
      'hour-record',
      { kind: 'hour-record', content: hourRecord },
      {
        n: number,
        k: 'hour-record',
        d: '2026-11-20',
        p: 'Dr. Paul Lang',
        f: '2026-01-01',
        t: '2026-11-20',
        c: 2,
        h: 24.75
      }
    ]
  ])('the program checks a %s offline', async ([_kind, letter, payload], { server, openKey }) => {
    const page = await readFile(new URL('../../../../docs/VERIFICATION.md', import.meta.url), 'utf8')
    const program = join(folder, 'check.mjs')
    await writeFile(
      program,
      /```js\n([^]*?)```/
        .exec(page)?.[1]
        ?.replace('console.log(read(payload))', 'console.log(JSON.stringify(read(payload)))') ?? ''
    )
    const token = signJws(await openKey('new/data'), payloadOf(letter, number))
    await writeFile(join(folder, 'keys.json'), await (await fetch(`${server.url}/verify/keys.json`)).text())
    const check = (code: string) =>
      run(process.execPath, [program, join(folder, 'keys.json'), `https://center.example/verify#${code}`])
    expect(JSON.parse((await check(token)).stdout)).toEqual(payload)
    const changed = Buffer.from(JSON.stringify({ ...payload, h: 99 })).toString('base64url')
    await expect(check(token.replace(/\.[^.]+\./, `.${changed}.`))).rejects.toThrow('this code was changed')
  })
})
