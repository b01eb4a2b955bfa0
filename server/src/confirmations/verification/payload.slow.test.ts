import { afterAll, beforeAll, expect, test } from 'vitest'
import { participation, hourRecord } from '../../../../testing/server/confirmations.ts'
import { letterhead } from '../../../../testing/server/letterhead.ts'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { openInMemory } from '../../../../testing/server/pooled-pglite.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Typesetter } from '../../platform/typesetting/typesetter.ts'
import { createLetterTypesetter } from '../letter/letter-typesetter.ts'
import { type LetterSigner, openLetterSigner, type SignedLetter } from './letter-signer.ts'

const folder = sharedFolder()
let database: Database
let typesetter: Typesetter
let signer: LetterSigner

beforeAll(async () => {
  database = await openInMemory()
  typesetter = createLetterTypesetter({ letterTemplates: '' })
  signer = await openLetterSigner({ ...readConfig({}), dataFolder: folder }, database.db, typesetter)
})
afterAll(async () => {
  await typesetter.close()
  await database.close()
})

/** Reads the payload of a letter's code, which is in its file too. */
function payloadIn({ pdf }: SignedLetter): Record<string, unknown> {
  const payload = /eyJ[\w-]+\.([\w-]+)\.[\w-]{86}/.exec(Buffer.from(pdf).toString('latin1'))?.[1] ?? ''
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
}

// No font has this letter in one piece, so it stays three code points and five bytes.
const accented = 'x\u0323\u0302'

test.each([
  ['that just fits is complete', 'ä'.repeat(48), 'ä'.repeat(48)],
  ['with one letter more is cut to 96 bytes', 'ä'.repeat(49), `${'ä'.repeat(46)}…`],
  ['is never cut through what a reader sees as one sign', accented.repeat(20), `${accented.repeat(18)}…`]
])('a name %s', async (_what, participant, p) => {
  expect(
    payloadIn(await signer.sign({ kind: 'participation', content: { ...participation, participant } }, letterhead))['p']
  ).toBe(p)
  expect(
    payloadIn(await signer.sign({ kind: 'hour-record', content: { ...hourRecord, participant } }, letterhead))['p']
  ).toBe(p)
})

test('a caption has room for 128 bytes', async () => {
  const captions = ['ü'.repeat(64), 'ü'.repeat(65)]
  const codes = await Promise.all(
    captions.map((event) => signer.sign({ kind: 'participation', content: { ...participation, event } }, letterhead))
  )
  expect(codes.map((draft) => payloadIn(draft)['e'])).toEqual([captions[0], `${'ü'.repeat(62)}…`])
})

test('hours are summed to the hundredth', async () => {
  const events = [0.1, 0.2].map((hours) => ({ caption: 'Kurz', hours }))
  expect(
    payloadIn(await signer.sign({ kind: 'hour-record', content: { ...hourRecord, events } }, letterhead))
  ).toMatchObject({
    c: 2,
    h: 0.3
  })
})
