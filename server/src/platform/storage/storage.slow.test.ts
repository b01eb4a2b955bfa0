import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { hasS3, s3Settings, startS3 } from '../../../../testing/server/s3.ts'
import { type Config, readConfig } from '../config/config.ts'
import { openStorage, type Storage } from './storage.ts'

type Settings = Pick<Config, 'storage' | 'dataFolder'>

const scratch = sharedFolder()
let bucket: Settings['storage']

beforeAll(async () => {
  if (hasS3()) bucket = await startS3()
})

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.for(['folder', ...(hasS3() ? ['s3'] : [])])('storage in %s', (kind) => {
  let storage: Storage

  beforeAll(() => {
    const folder: Settings = { dataFolder: join(scratch, 'data'), storage: { kind: 'folder' } }
    storage = openStorage(kind === 's3' ? { dataFolder: '', storage: bucket } : folder)
  })
  afterAll(() => storage.close())

  // 5 MB go to S3 in many packets; with the default checksums of the SDK this peer stores frames among them.
  test.each([0, 1, 5_000_000])('gives back the %i bytes that were put', async (size) => {
    const bytes = Buffer.alloc(size, 'Ärger mit Ümläuten')
    const key = `1/scripts/${size}.pdf`
    expect(await storage.put(key, bytes)).toEqual({ sha256: hashOf(bytes), size })
    expect(hashOf(await buffer(await storage.getStream(key)))).toBe(hashOf(bytes))
  })

  test('replaces a file as a whole', async () => {
    await storage.put('1/a.pdf', Buffer.from('a long first version'))
    await storage.put('1/a.pdf', Buffer.from('short'))
    expect((await buffer(await storage.getStream('1/a.pdf'))).toString()).toBe('short')
  })

  test('tells a missing file by its key', async () => {
    const missing = { name: 'StorageError', missing: true, message: expect.stringContaining('1/none.pdf') as string }
    await expect(storage.getStream('1/none.pdf')).rejects.toMatchObject(missing)
  })

  test.each([
    '../outside',
    '1/../../outside',
    '/etc/passwd',
    '1//a',
    './a',
    '1/.hidden',
    '1/a.',
    '..%2foutside',
    '1\\..\\a',
    'a\0b',
    'a b',
    '',
    'a'.repeat(501)
  ])('refuses the key %j, for reading and writing', async (key) => {
    const refused = { name: 'StorageError', missing: false, message: expect.stringContaining('is wrong') as string }
    await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject(refused)
    await expect(storage.getStream(key)).rejects.toMatchObject(refused)
  })
})

test('leaves nothing half written behind in the folder', async () => {
  const dataFolder = join(scratch, 'tidy')
  const storage = openStorage({ dataFolder, storage: { kind: 'folder' } })
  await storage.put('1/a.pdf', Buffer.from('a'))
  expect(await readdir(join(dataFolder, 'documents'), { recursive: true })).toEqual(
    expect.arrayContaining(['1', '1/a.pdf'])
  )
  expect(await readdir(join(dataFolder, 'documents', 'incoming'))).toEqual([])
})

test('does not start in a folder that cannot be one', async () => {
  const file = join(scratch, 'file')
  await writeFile(file, '')
  expect(() => openStorage({ dataFolder: file, storage: { kind: 'folder' } })).toThrow(
    /file.*cannot be written.*DATA_FOLDER/
  )
})

test.skipIf(!hasS3()).each([
  ['whose bucket does not exist', { bucket: 'nowhere' }],
  ['that does not answer', { endpoint: 'http://127.0.0.1:9' }],
  ['that does not know the key', { accessKeyId: 'test:stranger' }],
  ['that refuses the secret', { secretAccessKey: 'wrong' }]
])('says in one sentence that an S3 service %s failed', async (_, change) => {
  const storage = openStorage({ dataFolder: '', storage: { ...(await startS3()), ...change } })
  const failure = await storage.put('1/a.pdf', Buffer.from('a')).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'StorageError', missing: false })
  expect(String(failure)).toMatch(/^StorageError: Writing the file 1\/a\.pdf failed \(.+\)\.$/)
  storage.close()
})

test.skipIf(!hasS3())('takes other keys of the bucket from their files while it is open', async () => {
  const { accessKeyId, secretAccessKey, ...place } = await startS3()
  const [idFile, secretFile] = [join(scratch, 'id'), join(scratch, 'secret')]
  const write = async (id: string, secret: string) => {
    for (const [file, text] of [
      [idFile, id],
      [secretFile, secret]
    ] as const)
      await writeFile(file, `${text}\n`)
  }
  await write(accessKeyId, secretAccessKey)
  const {
    S3_ACCESS_KEY_ID: _id,
    S3_SECRET_ACCESS_KEY: _secret,
    ...env
  } = s3Settings({ ...place, accessKeyId, secretAccessKey })
  const storage = openStorage(
    readConfig({ ...env, S3_ACCESS_KEY_ID_FILE: idFile, S3_SECRET_ACCESS_KEY_FILE: secretFile })
  )
  onTestFinished(storage.close)
  const bytes = Buffer.from('a')
  await storage.put('1/exchanged.pdf', bytes)
  await write('test:next', 'wrong')
  await expect(storage.put('1/exchanged.pdf', bytes)).rejects.toMatchObject({ missing: false })
  await write('test:next', 'changed')
  expect(await storage.size('1/exchanged.pdf')).toBe(1)
})
