import { randomBytes } from 'node:crypto'
import { type Attack, inLanes } from './attack.ts'
import { timesBeside } from './beside.ts'
import { type Sent, send } from './send.ts'

const megabytes = 5
const rounds = 5
const lanes = 8
/** Milliseconds by which the uploads may hold up a call of a logged-in person. */
const mostHeldUp = 100
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

/** An upload from the n-th address. */
const uploadOf = (body: Buffer, turn: number): Sent => ({
  method: 'POST',
  path: '/verify/file',
  headers: {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'x-forwarded-for': `10.6.${(turn >> 8) & 255}.${turn & 255}`
  },
  body
})

export const uploads: Attack = {
  name: `Files of ${megabytes} MB made to be slow to search, at /verify; one that is called genuine or takes 5 s`,
  async run({ url }) {
    const files = Array.from({ length: rounds }, slowFiles).flat()
    let [tried, through] = [0, 0]
    await inLanes([...files, randomBytes(megabytes * 1024 * 1024 - 1024)], lanes, async (bytes) => {
      tried += 1
      const { path, headers, method } = uploadOf(Buffer.of(), tried)
      const start = performance.now()
      const body = new Uint8Array(formOf(bytes))
      const answer = await fetch(`${url}${path}`, { method, headers: headers ?? {}, body })
      const text = await answer.text()
      // A refusal for want of room is an answer too.
      if (answer.status === 500 || performance.now() - start > 5000 || /ist echt/.test(text)) through += 1
    })
    return { tried, through }
  }
}

export const uploadsBeside: Attack = {
  name: `Such files ${lanes} at once; a call of a logged-in person that they hold up for ${mostHeldUp} ms`,
  async run(target) {
    const forms = slowFiles().map(formOf)
    const { heldUp, tried } = await timesBeside(target, { lanes, seconds: 10 }, async (turn, signal) => {
      await send(target.url, uploadOf(forms[turn % forms.length] ?? Buffer.of(), turn), signal)
    })
    return { tried, through: heldUp > mostHeldUp ? 1 : 0 }
  }
}
