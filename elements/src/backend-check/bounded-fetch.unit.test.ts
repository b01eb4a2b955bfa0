import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an answer within the limits comes as it is, with its address', async () => {
  const url = await serve((_, response) => response.writeHead(201, { 'x-kind': 'whole' }).end('12345678'))
  const answer = await boundedFetch(fetch, { ms: 60_000, bytes: 8 })(`${url}/a?b`)
  expect([answer.status, answer.headers.get('x-kind'), answer.url]).toEqual([201, 'whole', `${url}/a?b`])
  expect(await answer.text()).toBe('12345678')
})

test('an answer that never ends is read no further than the limit of bytes', async () => {
  let isOver = false
  const url = await serve((_, response) => {
    response.on('close', () => (isOver = true))
    const send = () => {
      while (response.write('x'.repeat(10_000)));
    }
    response.on('drain', send)
    send()
  })
  const answer = await boundedFetch(fetch, { ms: 60_000, bytes: 100_000 })(url)
  await expect(answer.text()).rejects.toThrow('The answer has more than 100000 bytes.')
  await expect.poll(() => isOver).toBe(true)
})

test.each([
  ['its head', (response: ServerResponse) => response],
  ['its last byte', (response: ServerResponse) => response.write('{')]
])('an answer without %s is waited for no longer than the limit of time', async (_, begin) => {
  const url = await serve((__, response) => void begin(response))
  const read = async () => (await boundedFetch(fetch, { ms: 100, bytes: 100 })(url)).text()
  await expect(read()).rejects.toThrow(/timeout|aborted/i)
})

test('the limit of time leaves the signal of the caller at work', async () => {
  const url = await serve(() => undefined)
  const own = new AbortController()
  const read = boundedFetch(fetch, { ms: 60_000, bytes: 100 })(url, { signal: own.signal })
  own.abort(new Error('The person has gone.'))
  await expect(read).rejects.toThrow('The person has gone.')
})

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i is followed by a read, and never by a request with a body',
  async (status) => {
    const bodies: string[] = []
    const other = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (chunk: string) => bodies.push(chunk))
      response.end('there')
    })
    const url = await serve((_, response) => response.writeHead(status, { location: other }).end())
    expect(await (await boundedFetch(fetch)(url)).text()).toBe('there')
    for (const method of ['POST', 'PUT'])
      expect((await boundedFetch(fetch)(url, { method, body: 'password' })).status).toBe(status)
    expect(bodies).toEqual([])
  }
)
