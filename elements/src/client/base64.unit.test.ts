import { expect, test } from 'vitest'
import { decodeBase64 } from './base64.ts'

async function textOf(base64: string): Promise<string | null> {
  const bytes = decodeBase64(base64)
  return bytes && new Blob(bytes).text()
}

test('padding may be there or not', async () => {
  expect(await textOf('JVBERg==')).toBe('%PDF')
  expect(await textOf('JVBERg')).toBe('%PDF')
})

test.each([[''], ['<html>'], ['JVBER']])('no file comes of %j', (base64) => {
  expect(decodeBase64(base64)).toBeNull()
})

test('a file longer than one slice comes out whole', async () => {
  const text = 'Umsatzsteuer im Binnenmarkt. '.repeat(250_000)
  expect((await textOf(btoa(text))) === text).toBe(true)
})
