import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import type { Envelope } from '@customer-center/contract/envelope'
import type { WireRow } from '@customer-center/contract/field-codes'
import { documentServers, headOf } from '../../../../testing/server/document-servers.ts'

const megabyte = 1_000_000
const serve = documentServers()

test('a slow reader gets all of a large document after the time limit, while a call without an answer is ended by it', async () => {
  const { server, disk, documents, ask, request } = await serve([25 * megabyte, 1000], { responseMs: 10_000 })
  const response = await headOf(request(0))
  expect(response.statusCode).toBe(200)
  const checked = 25 * megabyte
  // This request began later than the download, so when it is refused the limit has passed for both.
  const release = disk.hang()
  const refused = await ask(1)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  // A client that does not read fills the sockets between, and no more is read from the disk for it.
  expect(disk.bytes()).toBeGreaterThan(checked)
  expect(disk.bytes() - checked).toBeLessThan(20 * megabyte)
  release()
  const { responseData } = JSON.parse(await text(response)) as Envelope<WireRow>
  const bytes = Buffer.from(String(responseData['DOK_DATEN']), 'base64')
  expect(bytes.equals(documents[0]?.bytes ?? Buffer.alloc(0))).toBe(true)
  expect(server.log()).not.toContain('already sent')
})

test('a reader who takes nothing any more is given up, and the file is closed', async () => {
  // The limit is longer than a busy machine takes to check the file: until the answer begins, nothing is sent either.
  const { disk, request } = await serve([30 * megabyte], { idleMs: 10_000 })
  const response = await headOf(request(0))
  await expect.poll(() => disk.bytes()).toBeGreaterThan(30 * megabyte)
  await expect.poll(() => disk.stillOpen()).toBe(0)
  const broken = expect(finished(response)).rejects.toMatchObject({ code: 'ECONNRESET' })
  response.resume()
  await broken
})

test('readers who leave while their file is checked give their places back', async () => {
  const { disk, ask, request } = await serve([2 * megabyte])
  const release = disk.hang()
  const leaving = [0, 0, 0, 0].map(request)
  for (const each of leaving) each.on('error', () => undefined)
  await expect.poll(() => disk.waiting()).toBe(4)
  for (const each of leaving) each.destroy()
  release()
  await expect.poll(async () => (await ask(0)).status).toBe(200)
})
