import { describe, expect, vi } from 'vitest'
import type { TestApp } from '../../../../testing/server/app.ts'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { formHead, saveHead, statusOf, test } from '../../../../testing/server/socket-fixtures.ts'

const patience = { timeout: 60_000 }

function countRequests({ app }: TestApp): () => number {
  let count = 0
  app.server.on('request', () => (count += 1))
  return () => count
}

describe('a body that arrives slowly', () => {
  test('250 of them leave the API to those who are logged in', async ({ start, begin, own }) => {
    const server = await start({ limits: { bodyMs: 1500 } })
    const arrived = countRequests(server)
    const sockets = await Promise.all(
      Array.from({ length: 250 }, () => begin(server, formHead('/api/getToken', 1000), 'c'))
    )
    await vi.waitFor(() => expect(arrived()).toBe(250), patience)
    expect((await server.call(own.shopUsers.admin, '/customer')).status).toBe(200)
    expect((await getToken(server.url, loginForm(own.shopUsers.admin))).status).toBe(200)
    expect(new Set(await Promise.all(sockets.map(statusOf)))).toEqual(new Set([408]))
  })

  test('is ended below the least rate, and read to its end above it', async ({ start, begin, own }) => {
    const server = await start({ limits: { bodyMs: 1000, responseMs: 1000 } })
    const { authorization } = await server.headersOf(own.shopUsers.admin)
    const arrived = countRequests(server)
    // The call whose body may be longer than the 64 kB that Node reads before the server counts them.
    const open = () => begin(server, saveHead(authorization, 250_000, 'POST /api/dms/zip'), '{')
    const honest = await open()
    // The text is enough for some minutes at the least rate.
    honest.write(' '.repeat(200_000))
    const [first, second] = [await open(), await open()]
    await vi.waitFor(() => expect(arrived()).toBe(3), patience)
    expect([await statusOf(first), await statusOf(second)]).toEqual([408, 408])
    const third = await open()
    expect(await statusOf(third)).toBe(408)
    honest.write(' '.repeat(49_998) + '}')
    expect(await statusOf(honest)).toBe(400)
    expect(server.log()).not.toContain('already sent')
  })

  test('is ended as a form and as a file of the pages, too', async ({ start, begin }) => {
    const server = await start({ config: { maxPendingRequests: 1 }, limits: { bodyMs: 1000 } })
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF'
    const fileHead = [
      'POST /verify/file HTTP/1.1',
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 5000'
    ]
    const arrived = countRequests(server)
    const sockets = [
      await begin(server, fileHead, part),
      await begin(server, fileHead, part),
      await begin(server, formHead('/verify', 1000), 'number=1')
    ]
    await vi.waitFor(() => expect(arrived()).toBe(3), patience)
    expect((await fetch(`${server.url}/verify`)).status).toBe(200)
    expect(await Promise.all(sockets.map(statusOf))).toEqual([408, 408, 408])
    expect(server.log()).not.toContain('failed unexpectedly')
  })
})

describe('headers that arrive letter by letter', () => {
  // Node looks at its connections each half a minute unless it is told otherwise: too late for this test.
  test(
    'end with 408 however often another letter comes, and requests beside them are answered',
    { timeout: 25_000 },
    async ({ servers, own }) => {
      const server = await servers.start({ limits: { headersMs: 400 } })
      const sockets = await Promise.all(Array.from({ length: 20 }, () => servers.connect(server)))
      const statuses = sockets.map(statusOf)
      for (const socket of sockets) socket.write('GET /api/getApiVersion HTTP/1.1\r\nHost: x\r\nX-Slow: ')
      const letters = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('a')
      }, 50)
      expect((await server.call(own.shopUsers.admin, '/customer')).status).toBe(200)
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([408]))
      clearInterval(letters)
    }
  )
})
