import { expect } from 'vitest'
import { test as serverTest } from '../../testing/fixtures.ts'
import { readPage } from '../../testing/verification.ts'
import { formatSerialNumber, newSerialNumber } from './serial-number.ts'

const test = serverTest.extend('typed', ({ server }) => async (number: string) => {
  const { text } = await readPage(
    await fetch(`${server.url}/verify`, { method: 'POST', body: new URLSearchParams({ number }) })
  )
  return /<input[^>]*?name="number"[^>]*?value="([^"]*)"/s.exec(text)?.[1]
})

test('a number that is none, or that no letter has, stays in its field to be corrected, as text', async ({ typed }) => {
  const unknown = formatSerialNumber(newSerialNumber())
  expect(await typed(unknown)).toBe(unknown)
  expect(await typed('7K3M-9QXR-2BVX')).toBe('7K3M-9QXR-2BVX')
  expect(await typed('"><script>')).toBe('&quot;&gt;&lt;script&gt;')
  expect(await typed('7'.repeat(100))).toHaveLength(40)
})
