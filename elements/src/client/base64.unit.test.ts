import { expect, test } from 'vitest'
import { decodeBase64 } from './base64.ts'

async function textOf(base64: string): Promise<string | null> {
  const bytes = decodeBase64(base64)
  return bytes && new Blob(bytes).text()
}

test.each([
  ['as the contract has it', 'JVBERi0xLjc/Pj8+'],
  ['with line breaks', 'JVBERi0x\r\nLjc/Pj8+\n'],
  ['as a data URL', 'data:application/pdf;base64,JVBERi0xLjc/Pj8+'],
  ['in the URL alphabet', 'JVBERi0xLjc_Pj8-']
])('a file is read as backends really send it: %s', async (_, base64) => {
  expect(await textOf(base64)).toBe('%PDF-1.7?>?>')
})

test('padding may be there or not', async () => {
  expect(await textOf('JVBERg==')).toBe('%PDF')
  expect(await textOf('JVBERg')).toBe('%PDF')
})

test.each([[''], ['   '], ['data:,'], ['<html>'], ['JVBER']])('no file comes of %j', (base64) => {
  expect(decodeBase64(base64)).toBeNull()
})

test('a file longer than one slice comes out whole', async () => {
  const text = 'Umsatzsteuer im Binnenmarkt. '.repeat(250_000)
  expect((await textOf(btoa(text))) === text).toBe(true)
})
