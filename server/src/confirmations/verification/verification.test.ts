import { expect } from 'vitest'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { readPage, visitor } from '../../../../testing/server/verification.ts'
import { formatSerialNumber, newSerialNumber } from './serial-number.ts'

const test = serverTest
  // The server is behind a proxy, so that each number can have an address and budget of its own.
  .extend('overrides', { scope: 'file' }, { config: { trustProxy: ['127.0.0.1'] } })
  .extend('send', ({ server }) => async (number: string) => {
    const form = { method: 'POST', body: new URLSearchParams({ number }), headers: visitor() }
    return readPage(await fetch(`${server.url}/verify`, form))
  })
  .extend('typed', ({ send }) => async (number: string) => {
    const { text } = await send(number)
    return /<input[^>]*?name="number"[^>]*?value="([^"]*)"/s.exec(text)?.[1]
  })

test('a number that is none, or that no letter has, stays in its field to be corrected, as text', async ({ typed }) => {
  const unknown = formatSerialNumber(newSerialNumber())
  expect(await typed(unknown)).toBe(unknown)
  expect(await typed('7K3M-9QXR-2BVX')).toBe('7K3M-9QXR-2BVX')
  expect(await typed('"><script>')).toBe('&quot;&gt;&lt;script&gt;')
  expect(await typed('7'.repeat(100))).toHaveLength(40)
})

test('no line ends within the sample of a number', async ({ send }) => {
  const { text } = await send('')
  expect(/zum Beispiel ([^<\s]*)/.exec(text)?.[1]).toMatch(/^[A-Z\d]{4}\u2011[A-Z\d]{4}\u2011[A-Z\d]{4}$/)
})

test.for(['', ' ', '--', '. – .'])('a field with no character asks for one: %j', async (typed, { send }) => {
  const page = await send(typed)
  expect([page.status, page.result]).toEqual([400, 'Nicht geprüft'])
  expect(page.text).toContain('Bitte geben Sie die Nummer ein.')
})

test('a number with a typing error is not reported as unknown', async ({ send }) => {
  const [first = '', second = '', ...rest] = newSerialNumber()
  const wrong = [(first === 'Z' ? 'Y' : 'Z') + second + rest.join(''), 'Ü'.repeat(12)]
  if (first !== second) wrong.push(second + first + rest.join(''))
  for (const number of wrong) {
    const page = await send(number)
    expect([page.status, page.result]).toEqual([400, 'Nummer ungültig'])
    expect(page.text).toContain('Mindestens ein Zeichen ist falsch')
  }
  for (const [number, count] of [
    ['7k3m', 4],
    ['7K3M-9QXR-2BV', 11],
    ['x'.repeat(40), 40]
  ] as const) {
    const page = await send(number)
    expect([page.status, page.result]).toEqual([400, 'Nummer ungültig'])
    expect(page.text).toContain(`zwölf Zeichen, Ihre Eingabe hat ${count}.`)
  }
})
