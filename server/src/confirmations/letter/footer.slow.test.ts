import { afterAll, expect, test } from 'vitest'
import { letterheadOf } from '../../company/letterhead/letterhead.ts'
import { hourRecord, participation, proof } from '../../testing/confirmations.ts'
import { providerRow } from '../../testing/letterhead.ts'
import { boxesOf, withoutPoppler, wordsBeyondPaper } from '../../testing/pdf.ts'
import { createLetterTypesetter, letterheadFiles } from './letter-typesetter.ts'

const typesetter = createLetterTypesetter({ letterTemplates: '' })
afterAll(() => typesetter.close())

test.skipIf(withoutPoppler).each([
  ['participation', participation],
  ['timesheet', hourRecord]
] as const)('%s breaks no address of its footer in two', async (kind, content) => {
  const emailAddress = 'office@bildungshaus-sued-ost.example'
  const own = letterheadOf({
    ...providerRow,
    email_address: emailAddress,
    name: 'Bildungshaus Süd-Ost Steiermark GmbH'
  })
  const files = await letterheadFiles(typesetter, own!)
  const pdf = await typesetter.render(kind, { ...content, proof }, { files })
  expect(boxesOf(pdf).map(({ word }) => word)).toContain(emailAddress)
  expect(wordsBeyondPaper(pdf)).toEqual([])
})
