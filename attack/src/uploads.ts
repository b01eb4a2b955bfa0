import { randomBytes } from 'node:crypto'
import { type Attack, inLanes } from './attack.ts'

const megabytes = 5
const rounds = 5
/** Texts that the search for the marks of a letter has to look at most often. */
const seeds = ['eyJ', 'eyJhbGciOiJFUzI1NiJ9.', '%PDF-1.7\n', 'obj stream\n', '<< /Length ', '(((((', '\\u0065']

export const uploads: Attack = {
  name: `Files of ${megabytes} MB made to be slow to search, at /verify; one that is called genuine or takes 5 s`,
  async run({ url }) {
    const files = seeds.flatMap((text) => {
      const whole = Buffer.alloc(megabytes * 1024 * 1024 - 1024, text)
      const marked = Buffer.concat([Buffer.from('%PDF-1.7\n'), whole.subarray(9)])
      return Array.from({ length: rounds }, () => [whole, marked]).flat()
    })
    let [tried, through] = [0, 0]
    await inLanes([...files, randomBytes(megabytes * 1024 * 1024 - 1024)], 8, async (bytes) => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'letter.pdf')
      const address = `10.6.${tried >> 8}.${tried & 255}`
      tried += 1
      const start = performance.now()
      const answer = await fetch(`${url}/verify`, { method: 'POST', body, headers: { 'x-forwarded-for': address } })
      const text = await answer.text()
      // A refusal for want of room is an answer too.
      if (answer.status === 500 || performance.now() - start > 5000 || /ist echt/.test(text)) through += 1
    })
    return { tried, through }
  }
}
