import { on } from 'node:events'
import { Readable } from 'node:stream'
import { describe, expect } from 'vitest'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { readPage, visitor } from '../../../../testing/server/verification.ts'

const boundary = 'grenze'
const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
const end = `\r\n--${boundary}--\r\n`

const test = serverTest
  // The uploads of these tests stand still for as long as the tests take.
  .extend('overrides', { scope: 'file' }, { config: { trustProxy: ['127.0.0.1'] }, limits: { bodyMs: 120_000 } })
  .extend('upload', ({ server }) => async (content: string, headers = visitor(), mayEnd?: Promise<unknown>) => {
    async function* parts() {
      yield Buffer.from(`${head}%PDF-1.7\n${content}`, 'latin1')
      await mayEnd
      yield Buffer.from(end)
    }
    const body = Readable.toWeb(Readable.from(parts())) as ReadableStream
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const init = { method: 'POST', body, headers: { ...headers, ...type }, duplex: 'half' } as RequestInit
    return readPage(await fetch(`${server.url}/verify/file`, init))
  })
  /** Resolves once so many requests are there: one that is sent later takes no place of theirs. */
  .extend('arrival', ({ server }) => async (count: number): Promise<void> => {
    let left = count
    for await (const _request of on(server.app.server, 'request')) if ((left -= 1) === 0) return
  })

function promised() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

const many = (text: string) => text.repeat(5_000_000 / text.length)

describe('uploads to the checking page', () => {
  test.for([
    ['the beginning of a payload', 'eyJ'],
    ['payloads without an end', `.eyJ${'a'.repeat(300)}`]
  ] as const)('5 MB of %s hold up no call of a logged-in person', async ([, text], { server, upload, own }) => {
    const { promise: answered, resolve: answer } = promised()
    const uploads = Array.from({ length: 8 }, () => upload(many(text), visitor(), answered))
    try {
      for (let times = 0; times < 10; times += 1)
        expect((await server.call(own.shopUsers.contact, '/overview')).status).toBe(200)
    } finally {
      answer()
    }
    for (const { status, result } of await Promise.all(uploads)) expect([status, result]).toEqual([200, 'Unbekannt'])
  })

  test('are read eight at once, two of an address; more are refused for a moment', async ({ upload, arrival }) => {
    const ends = Array.from({ length: 8 }, promised)
    const addresses = Array.from({ length: 4 }, visitor)
    const expectRefused = async (headers = visitor()) => {
      const page = await upload('x', headers)
      expect([page.status, page.headers.get('retry-after'), page.result]).toEqual([503, '1', 'Nicht geprüft'])
      expect(page.text).toContain('Der Server ist ausgelastet. Bitte versuchen Sie es in einer Minute noch einmal.')
    }
    const begin = async (from: number, to: number) => {
      const all = arrival(to - from)
      const begun = ends.slice(from, to)
      const uploads = begun.map(({ promise }, index) => upload('x', addresses[(from + index) >> 1], promise))
      await all
      return uploads
    }
    const first = await begin(0, 2)
    await expectRefused(addresses[0])
    expect((await upload('x')).status).toBe(200)
    const others = await begin(2, 8)
    await expectRefused()
    for (const { resolve } of ends) resolve()
    for (const { status } of await Promise.all([...first, ...others])) expect(status).toBe(200)
    await eventually(async () => expect((await upload('x')).status).toBe(200))
  })

  test('that break off give their place back', async ({ server, upload, arrival }) => {
    const all = arrival(8)
    const broken = Array.from({ length: 8 }, () => new AbortController())
    const begun = broken.map(({ signal }) => {
      async function* forever() {
        yield Buffer.from(`${head}%PDF-1.7\n`)
        await new Promise(() => undefined)
      }
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, ...visitor() }
      const body = Readable.toWeb(Readable.from(forever())) as ReadableStream
      return fetch(`${server.url}/verify/file`, {
        method: 'POST',
        body,
        headers,
        signal,
        duplex: 'half'
      })
    })
    await all
    expect((await upload('x')).status).toBe(503)
    for (const each of broken) each.abort()
    await Promise.allSettled(begun)
    await eventually(async () => expect((await upload('x')).status).toBe(200))
  })
})
