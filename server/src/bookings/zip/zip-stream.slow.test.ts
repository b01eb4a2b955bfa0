import { rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import type { ZipAddress } from '@customer-center/contract/document'
import { call } from '../../../../testing/server/calls.ts'
import { documentServers, headOf } from '../../../../testing/server/document-servers.ts'
import { readZip } from '../../../../testing/server/read-zip.ts'
import { hasS3 } from '../../../../testing/server/s3.ts'

const megabyte = 1_000_000
const serve = documentServers()

/** Starts a server with scripts of these sizes, and its administrator's download of all. */
async function serveZip(...given: Parameters<typeof serve>) {
  const { server, headers, keys: documentKeys, ...served } = await serve(...given)
  const request = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { documentKeys, name: 'Alle' } })
  }
  const download = async (): Promise<IncomingMessage> => {
    const { envelope } = await call<ZipAddress>(server.url, '/dms/zip', request)
    return headOf(get(new URL(envelope.responseData.url, `${server.url}/api/`), { agent: false }))
  }
  return { server, ...served, download }
}

test.for([false, ...(hasS3() ? [true] : [])])('sends documents of any size whole (in S3: %s)', async (bucket) => {
  const { disk, documents, download } = await serveZip([1000, 3 * megabyte + 1, 1], { bucket })
  const response = await download()
  const entries = await readZip(await buffer(response))
  expect([...entries.values()].slice(1).map((bytes, index) => bytes.equals(documents[index]!.bytes))).toEqual([
    true,
    true,
    true
  ])
  expect(disk.opened()).toBe(3)
  // A file is closed by another thread than that which sends its last bytes.
  await expect.poll(() => disk.stillOpen()).toBe(0)
})

test('reads no more from the disk than a slow reader takes', async () => {
  const { disk, download } = await serveZip(Array<number>(40).fill(megabyte))
  const response = await download()
  await expect.poll(() => disk.bytes()).toBeGreaterThan(megabyte)
  expect(disk.bytes()).toBeLessThan(25 * megabyte)
  expect((await readZip(await buffer(response))).size).toBe(41)
})

test.each([
  ['leaves', 30_000, (response: IncomingMessage) => void response.destroy()],
  // The limit is longer than a busy machine takes to answer the fifth.
  ['takes nothing any more', 6000, () => undefined]
])('closes the file and gives the place back when the reader %s', async (_, idleMs, stop) => {
  const { disk, download } = await serveZip([megabyte, 40 * megabyte], { idleMs })
  const responses = await Promise.all([1, 2, 3, 4].map(download))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const fifth = await download()
  expect(fifth.statusCode).toBe(429)
  expect((await buffer(fifth)).toString()).toContain(
    'Sie laden schon mehrere große Dokumente. Bitte warten Sie, bis eines davon fertig ist.'
  )
  await expect.poll(() => disk.stillOpen()).toBe(4)
  for (const response of responses) {
    response.on('error', () => undefined)
    stop(response)
  }
  await expect.poll(() => disk.stillOpen()).toBe(0)
  const next = await download()
  expect(next.statusCode).toBe(200)
  next.destroy()
})

test.each([
  ['was changed', (file: string, bytes: Buffer) => writeFile(file, Buffer.from(bytes.map((byte) => byte ^ 1)))],
  ['grew', (file: string, bytes: Buffer) => writeFile(file, Buffer.concat([bytes, bytes]))],
  ['shrank', (file: string, bytes: Buffer) => writeFile(file, bytes.subarray(1))],
  ['is missing', (file: string) => rm(file)]
])('breaks off when a document %s, and tells the operator which', async (_, damage) => {
  const { server, disk, documents, download, fileOf } = await serveZip([1000, 2 * megabyte, 1000])
  await damage(fileOf(1), documents[1]!.bytes)
  const response = await download()
  const broken = expect(finished(response)).rejects.toMatchObject({ code: 'ECONNRESET' })
  response.resume()
  await broken
  const { documentId } = documents[1]!
  await expect.poll(() => server.log()).toMatch(new RegExp(`"documentId":${documentId}[,}].*damaged or missing`))
  await expect.poll(() => disk.stillOpen()).toBe(0)
})

test('names the provider’s time, as the list in it, whatever the time zone of the server', async () => {
  const { download } = await serveZip([1])
  const zone = process.env['TZ']
  process.env['TZ'] = 'Asia/Tokyo'
  const response = await download().finally(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  const bytes = await buffer(response)
  const [list] = (await readZip(bytes)).values()
  // Time and day of the first local header, as section 4.4.6 of PKWARE's APPNOTE says.
  const [time, day] = [bytes.readUInt16LE(10), bytes.readUInt16LE(12)]
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const date = `${twoDigits(day & 31)}.${twoDigits((day >> 5) & 15)}.${(day >> 9) + 1980}`
  expect(list?.toString()).toContain(`${date}, ${twoDigits(time >> 11)}:${twoDigits((time >> 5) & 63)}`)
})
