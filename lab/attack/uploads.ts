import { timesBeside } from './beside.ts'
import { send } from './send.ts'
import type { Attack } from './target.ts'

const megabytes = 5
const lanes = 8
/** Milliseconds by which the uploads may hold up a call of a logged-in person. */
const maxHeldUp = 100
/** Texts that the search for the marks of a letter has to look at most often. */
const seeds = [
  'eyJ',
  'eyJhbGciOiJFUzI1NiJ9.',
  `.eyJ${'a'.repeat(300)}`,
  `.eyJ${'a'.repeat(300)}.${'a'.repeat(3000)}`,
  '%PDF-1.7\n',
  'obj stream\n',
  '<< /Length ',
  '(((((',
  '\\u0065',
  '\r\n--',
  `.eyJhbGciOiJFZERTQSIsImtpZCI6I${'a'.repeat(270)}`
]

/** Returns files of each text, with the mark of a PDF and without. */
const slowFiles = (): Buffer[] =>
  seeds.flatMap((text) => {
    const whole = Buffer.alloc(megabytes * 1024 * 1024 - 1024, text)
    return [whole, Buffer.concat([Buffer.from('%PDF-1.7\n'), whole.subarray(9)])]
  })

const boundary = 'attack'
const formOf = (file: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="letter.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`)
  ])

export const uploads: Attack = {
  name: `Files of ${megabytes} MB made to be slow to search, ${lanes} at once, at /verify; one that ends with a failure, and a call of a logged-in person that they hold up for ${maxHeldUp} ms`,
  async run(target) {
    const forms = slowFiles().map(formOf)
    let failed = 0
    const { heldUp, tried } = await timesBeside(target, { lanes, seconds: 10 }, async (turn, signal) => {
      const headers = {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'x-forwarded-for': `10.6.${(turn >> 8) & 255}.${turn & 255}`
      }
      const body = forms[turn % forms.length] ?? Buffer.of()
      const status = await send(target.url, { method: 'POST', path: '/verify/file', headers, body }, signal)
      // A refusal for want of room is an answer too.
      if (status === 500) failed += 1
    })
    return { tried, broken: failed + (heldUp > maxHeldUp ? 1 : 0) }
  }
}
