import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { documentServers, headOf } from '../../../../testing/server/document-servers.ts'

// The size is more than the sockets between server and client can hold, so that a client that does not read stops the
// stream.
const large = 30_000_000
const serve = documentServers()

test('breaks off when the file changes between check and delivery, so that no client takes it for whole', async () => {
  const { server, documents, request, fileOf } = await serve([large])
  const response = await headOf(request(0))
  expect(response.statusCode).toBe(200)
  const broken = expect(finished(response)).rejects.toMatchObject({ code: 'ECONNRESET' })
  await writeFile(fileOf(0), randomBytes(large))
  response.resume()
  await broken
  await expect
    .poll(() => server.log())
    .toMatch(new RegExp(`"documentId":${documents[0]?.documentId}[,}].*damaged or missing`))
})

test('refuses a contact a fifth large document while four are under way, and gives the place back', async () => {
  const { ask, request } = await serve([large])
  const open = await Promise.all([1, 2, 3, 4].map(() => headOf(request(0))))
  expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const fifth = await ask(0)
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '10'])
  for (const response of open) response.destroy()
  await expect.poll(async () => (await ask(0)).status).toBe(200)
})
