import { expect } from 'vitest'
import type { Db } from '../../server/src/platform/database/query.ts'

let visitors = 0

/**
 * Returns headers of a visitor with an address of its own, and so with a budget of its own, for a server behind a
 * proxy.
 */
export const visitor = () => ({ 'x-forwarded-for': `10.1.${Math.floor(visitors / 250)}.${(visitors++ % 250) + 1}` })

/** Reads a page of `/verify`; `result` is its verdict. */
export async function readPage(response: Response) {
  const text = await response.text()
  const result = /<h2 id="result">.*?<\/svg>\s*(.*?)\s*<\/h2>/s.exec(text)?.[1]
  return { status: response.status, headers: response.headers, text, result }
}

/** Reads the words of the page of `/verify` about the letter that was issued last, which has to be authentic. */
export async function readLastLetter(url: string, db: Db): Promise<string> {
  const [letter] = await db
    .selectFrom('issued_letters')
    .select('number')
    .orderBy('issued_at', 'desc')
    .limit(1)
    .execute()
  const form = { method: 'POST', body: new URLSearchParams({ number: letter?.number ?? '' }) }
  const { result, text } = await readPage(await fetch(`${url}/verify`, form))
  expect(result).toBe('Echt')
  return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

/** Reads the signed token in a letter. */
export const tokenOf = ({ pdf }: { readonly pdf: Uint8Array }): string =>
  /eyJ[\w-]+\.[\w-]+\.[\w-]{86}/.exec(Buffer.from(pdf).toString('latin1'))?.[0] ?? ''
