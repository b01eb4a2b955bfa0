import { createHash, randomBytes } from 'node:crypto'
import { appendFile, cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildServer, runProvider, startProgram } from '../../../../testing/process.ts'
import {
  type BackupKeys,
  type Env,
  makeKeys,
  operate,
  storedRows,
  withDatabase
} from '../../../../testing/server/backups.ts'
import { call } from '../../../../testing/server/calls.ts'
import { participation } from '../../../../testing/server/confirmations.ts'
import { addCustomer, type TestCustomer } from '../../../../testing/server/customer.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { addProviderKey, type TestKey } from '../../../../testing/server/provider-keys.ts'
import { addRows, changeRows } from '../../../../testing/server/rows.ts'
import { hasS3, s3Settings, startS3 } from '../../../../testing/server/s3.ts'
import { save } from '../../../../testing/server/saves.ts'
import { openSession } from '../../../../testing/server/sessions.ts'
import {
  createInstallation,
  createPostgresDatabase,
  type Installation,
  postgresServer
} from '../../../../testing/server/test-database.ts'
import { readPage } from '../../../../testing/server/verification.ts'
import { registerLetter } from '../../confirmations/verification/issued-letter.repository.ts'
import { signJws } from '../../confirmations/verification/jws.ts'
import { payloadOf } from '../../confirmations/verification/letter-signer.ts'
import { openSigningKey } from '../../confirmations/verification/signing-key.ts'
import { erasureKey } from '../../operator/erase/erasures.ts'
import { queuePasswordMail } from '../../people/mail/password-mail/password-mail.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openStorage } from '../../platform/storage/storage.ts'

beforeAll(buildServer)

interface Filled {
  readonly env: Env
  readonly customers: readonly [TestCustomer, TestCustomer]
  readonly token: string
  readonly key: TestKey
}

/** Makes an installation with an example of what a backup brings back, and of what it must not. */
async function fill(kind?: 'embedded'): Promise<Filled> {
  const env = {
    ...(await createInstallation(kind)),
    SIGNING_KEY: randomBytes(32).toString('base64'),
    OUTGOING_ON_HOLD: 'true'
  }
  await operate(env, 'key', 'list')
  const storage = openStorage(readConfig(env))
  const files = Array.from({ length: 12 }, (_, n) => randomBytes(n * 40_000))
  const rest = await withDatabase(env, async ({ db }) => {
    const customers = [await addCustomer(db, 100), await addCustomer(db, 200)] as const
    for (const bytes of files) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const stored = await storage.put(`1/files/${sha256}`, bytes)
      const row = { provider_id: 1, sha256, storage_key: `1/files/${sha256}`, size_bytes: stored.size }
      await db.insertInto('stored_files').values(row).execute()
    }
    const { admin, shopfull } = customers[0].shopUsers
    await changeRows(db, 'persons', { person_id: admin.customerId }, { jobtitle: 'a\tb\nc\\N\\.' })
    await addRows(db, 'signing_keys', { key_id: 'formerly', public_key: 'x' })
    await addRows(db, 'calendar_feeds', {
      provider_id: admin.providerId,
      contact_id: admin.contactId,
      token: '',
      token_hash: randomBytes(32)
    })
    await addRows(db, 'webhooks', { provider_id: 1, url: 'https://erp.example', secret: 's', txid: '0' })
    await queuePasswordMail(db, shopfull)
    const key = await addProviderKey(db, { scopes: ['read'] })
    return { customers, token: await openSession(db, admin), key }
  })
  storage.close()
  return { env, ...rest }
}

/** Makes settings of an installation without any table, on PostgreSQL where there is one. */
async function newTarget(): Promise<Installation> {
  const server = postgresServer()
  const made = server === null ? undefined : await createPostgresDatabase(server, 'empty')
  if (made) onTestFinished(made.drop)
  return { DATA_FOLDER: await newFolder(), DATABASE_URL: made?.url ?? '' }
}

const newest = async (folder: string): Promise<string> => join(folder, (await readdir(folder)).toSorted().at(-1) ?? '')

const backUp = async (env: Env, { recipient }: BackupKeys): Promise<string> => {
  const folder = await newFolder()
  await operate(env, 'backup', folder, '--recipient', recipient)
  return newest(folder)
}

describe('a backup', () => {
  test.skipIf(postgresServer() === null || !hasS3())('a live backup moves between databases and storages', async () => {
    const { env, token } = await fill('embedded')
    const keys = await makeKeys()
    const server = await startProgram('main', env)
    onTestFinished(server.kill)
    const saved = await save(server.url, { authorization: token }, ['PUT', '/customer'], { KND_ORT: 'Graz \\N Ä' })
    expect(saved.code).toBe(0)
    const first = await backUp(env, keys)
    await server.kill()
    const original = await withDatabase(env, storedRows)

    const grown = { ...(await newTarget()), ...s3Settings(await startS3()) }
    await operate(grown, 'restore', first, '--identity', keys.identity, '--yes')
    expect(await withDatabase(grown, storedRows)).toEqual(original)

    const second = await backUp(grown, keys)
    const back = { DATA_FOLDER: await newFolder() }
    await operate(back, 'restore', second, '--identity', keys.identity, '--yes')
    expect(await withDatabase(back, storedRows)).toEqual(original)
    const { stdout } = await runProvider(['check'], back)
    expect(stdout).toContain('12 of 12 files looked for, and found')
  })

  test('needs a recipient, is closed to others, and shares the files of the one before', async () => {
    const { env } = await fill()
    const folder = await newFolder()
    const keys = await makeKeys()
    expect(await runProvider(['backup', folder], env)).toMatchObject({ code: 2, stdout: '' })
    const make = (...words: string[]) => operate<{ folder: string; bytes: number }>(env, 'backup', folder, ...words)
    const [one, two] = [await make('--recipient', keys.recipient), await make('--recipient', keys.recipient)]
    const readable = await make('--unencrypted')
    expect(await readdir(folder)).toHaveLength(3)
    expect(two.bytes).toBeLessThan(one.bytes / 10)
    expect(readable.bytes).toBeGreaterThan(one.bytes / 2)
    for (const entry of await readdir(one.folder, { recursive: true, withFileTypes: true }))
      expect((await stat(join(entry.parentPath, entry.name))).mode & 0o077).toBe(0)
    const read = async (made: { folder: string }, name: string) => readFile(join(made.folder, name))
    const plain = await read(readable, 'tables/stored_files.copy.gz')
    const sealed = await read(one, 'tables/stored_files.copy.gz.age')
    expect([plain.subarray(0, 2).toString('hex'), sealed.subarray(0, 21).toString()]).toEqual([
      '1f8b',
      'age-encryption.org/v1'
    ])
    const verified = await runProvider(['restore', folder, '--verify'], env)
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('is the same in') as string })
  })

  test('that is cut, changed or mixed with another is refused, and leaves the installation as empty as before', async () => {
    const { env } = await fill()
    const keys = await makeKeys()
    const [backup, other] = [await backUp(env, keys), await backUp(env, keys)]
    const target = await newTarget()
    const file = join('files/1/files', (await readdir(join(backup, 'files/1/files'))).toSorted()[0] ?? '')
    const table = 'tables/jobs.copy.gz.age'
    const restore = (folder: string, identity = keys.identity) =>
      runProvider(['restore', folder, '--identity', identity, '--yes'], target)
    const harms: readonly ((folder: string) => Promise<unknown>)[] = [
      async (folder) => truncate(join(folder, table), (await stat(join(folder, table))).size - 20),
      async (folder) => {
        const bytes = await readFile(join(folder, table))
        const place = bytes.length - 30
        bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
        await writeFile(join(folder, table), bytes)
      },
      (folder) => rm(join(folder, table)),
      (folder) => truncate(join(folder, file), 100),
      (folder) => rm(join(folder, file)),
      async (folder) => {
        const manifest = await readFile(join(folder, 'manifest.json'), 'utf8')
        await writeFile(join(folder, 'manifest.json'), manifest.replace(/"rows": (\d)/, '"rows": 9$1'))
      }
    ]
    const files = (await readdir(join(backup, 'files/1/files'))).map((name) => join('files/1/files', name))
    const swaps: readonly (readonly [from: string, part: string])[] = [
      // The same table of another backup, other tables whose rows fit or do not, and another file.
      [join(other, table), table],
      [join(backup, 'tables/contacts.copy.gz.age'), 'tables/persons.copy.gz.age'],
      [join(backup, 'tables/persons.copy.gz.age'), table],
      [join(backup, files.find((one) => one !== file) ?? ''), file]
    ]
    const said = [
      ...harms.map((harm) => [harm, 'damaged'] as const),
      ...swaps.map(
        ([from, part]) => [(folder: string) => cp(from, join(folder, part)), `${part} is not the one`] as const
      )
    ]
    for (const [harm, sentence] of said) {
      const harmed = join(await newFolder(), 'harmed')
      await cp(backup, harmed, { recursive: true })
      await harm(harmed)
      expect(await restore(harmed)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(sentence) as string
      })
    }
    expect(await restore(backup, (await makeKeys()).identity)).toMatchObject({ code: 1 })
    expect(await restore(join(backup, 'tables'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no backup')
    })
    expect(await restore(backup)).toMatchObject({ code: 0 })
    // Before it asks for erasures.
    const again = await runProvider(['restore', backup, '--identity', keys.identity], target)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') as string })
  })
})

test('a backup of a version before release 0.2.0 is refused with what to do, and leaves the installation empty', async () => {
  const target = await newTarget()
  const backup = await newFolder()
  await writeFile(join(backup, 'manifest.json'), JSON.stringify({ format: 1, migration: '0097-cancelled-events' }))
  const refused = await runProvider(['restore', backup, '--yes'], target)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toBe(
    `The backup in ${backup} was made by a version before release 0.2.0, and this version cannot restore it. Restore it with that version. Export each company with that version (npm run provider -- export), and import the folders into a fresh installation of this one (docs/operations/upgrade.md).\n`
  )
  expect(await withDatabase(target, storedRows)).toEqual({})
})

test('a restored installation ends what may have been revoked since, erases again, and says what else to do', async () => {
  // The server has the embedded database, runs the commands, and logs them.
  const { env, customers, token: session, key } = await fill('embedded')
  const [first, second] = customers
  const keys = await makeKeys()
  const letter = { kind: 'participation', content: participation } as const
  const token = await withDatabase(env, async ({ db }) => {
    const signing = await openSigningKey(readConfig(env), db, true)
    const issued = { ...letter, serialNumber: '7K3M9QXR2BVR', keyId: signing.id, sha256: 'a'.repeat(64) }
    const { providerId, customerId, contactId } = first.shopUsers.shopfull
    await registerLetter(db, { providerId, customerId, contactId }, issued)
    return signJws(signing, payloadOf(letter, issued.serialNumber))
  })
  const erasures = { ERASURES_FILE: join(await newFolder(), 'erasures.txt') }
  const server = await startProgram('main', { ...env, ...erasures, LOG_LEVEL: 'info' }, 'pipe')
  onTestFinished(server.kill)
  const ask = (url: string, path: string) =>
    fetch(`${url}/provider/v1${path}`, { headers: { authorization: `Bearer ${key.key}` } })
  const { cursor } = (await (await ask(server.url, '/changes')).json()) as { cursor: string }
  const folder = await newFolder()
  await operate({ ...env, ...erasures }, 'backup', folder, '--recipient', keys.recipient)
  const { contact: gone } = first.shopUsers
  await operate({ ...env, ...erasures }, 'erase', first.customerNumber, String(gone.contactId), '--yes')
  // Somebody who had this number before an older backup was restored, after which it was assigned again.
  const formerly = erasureKey({ providerId: 1, contactId: first.shopUsers.admin.contactId })
  await appendFile(erasures.ERASURES_FILE, `${formerly} 2026-01-01T00:00:00.000Z\n`)
  await operate(env, 'shop-user', 'lock', `1/${second.shopUsers.contact.contactId}`)
  await server.kill()
  const log = join(await newFolder(), 'server.log')
  await writeFile(log, server.log())

  const target = await newTarget()
  const words = ['restore', folder, '--identity', keys.identity, '--log', log]
  const unsure = await runProvider(words, target)
  expect(unsure).toMatchObject({ code: 1, stderr: expect.stringContaining('Erasures since') as string })
  const restored = await operate({ ...target, ...erasures }, ...words)
  expect(restored).toMatchObject({ keys: 1, webhooks: 1, erased: 1 })
  expect((restored as { later: { event: string }[] }).later.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['person-erased', 'shop-user-locked'])
  )
  await withDatabase(target, async ({ db }) => {
    for (const table of ['sessions', 'calendar_feeds'] as const)
      expect(await db.selectFrom(table).select('contact_id').execute()).toEqual([])
    const person = db.selectFrom('contacts').select('erased_at').where('contact_id', '=', gone.contactId)
    expect((await person.executeTakeFirst())?.erased_at).toBeInstanceOf(Date)
  })

  const again = await startProgram('main', target)
  onTestFinished(again.kill)
  expect((await call(again.url, '/customer', { headers: { authorization: session } })).status).toBe(401)
  expect((await ask(again.url, '/changes')).status).toBe(401)
  expect(await operate(target, 'key', 'list')).toMatchObject([{ sleeping: true, revokedAt: null }])
  await operate(target, 'key', 'confirm', String(key.id))
  expect(await operate(target, 'key', 'list')).toMatchObject([{ sleeping: false, revokedAt: null }])
  expect((await ask(again.url, `/changes?after=${cursor}`)).status).toBe(410)
  const page = (await (await ask(again.url, '/changes?by=all')).json()) as { cursor: string }
  expect((await ask(again.url, `/changes?after=${page.cursor}`)).status).toBe(200)
  const published = (await (await fetch(`${again.url}/verify/keys.json`)).json()) as { keys: { kid: string }[] }
  expect(published.keys.map(({ kid }) => kid)).toContain('formerly')
  expect(published.keys.length).toBeGreaterThan(1)
  const verify = { method: 'POST', body: new URLSearchParams({ code: token }) }
  expect((await readPage(await fetch(`${again.url}/verify`, verify))).result).toBe('Echt')
  expect(await operate(target, 'webhook', 'list')).toMatchObject([{ sleeping: true }])
  const released = await operate(target, 'outgoing', 'release')
  expect(released).toMatchObject({
    hold: expect.stringContaining('restored from the backup') as string,
    dropped: [{ kind: 'password-mail' }]
  })
})
