import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { participation, hourRecord } from '../../../../testing/server/confirmations.ts'
import { letterhead } from '../../../../testing/server/letterhead.ts'
import { sharedFolder } from '../../../../testing/server/new-folder.ts'
import { attachmentsOf, pagesOf, withoutPoppler } from '../../../../testing/server/pdf.ts'
import { openInMemory } from '../../../../testing/server/pooled-pglite.ts'
import { copied, drawnCode, printedPage, readCode } from '../../../../testing/server/scan.ts'
import { tokenOf } from '../../../../testing/server/verification.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Typesetter } from '../../platform/typesetting/typesetter.ts'
import { createLetterTypesetter } from '../letter/letter-typesetter.ts'
import { openLetterSigner } from './letter-signer.ts'
import { formatSerialNumber } from './serial-number.ts'

const publicUrl = 'https://center.example'
const longestUrl = `${publicUrl}/${'a'.repeat(119 - publicUrl.length)}`

const folder = sharedFolder()
let database: Database
let typesetter: Typesetter

beforeAll(async () => {
  database = await openInMemory()
  typesetter = createLetterTypesetter({ letterTemplates: '' })
})
afterAll(async () => {
  await typesetter.close()
  await database.close()
})

const signerAt = (url: string) =>
  openLetterSigner({ ...readConfig({ PUBLIC_URL: url }), dataFolder: folder }, database.db, typesetter)

describe.skipIf(withoutPoppler)('the code on a letter', () => {
  test('leads to the page, with the number after the #', async () => {
    const signer = await signerAt(publicUrl)
    for (const letter of [
      { kind: 'participation', content: participation },
      { kind: 'hour-record', content: hourRecord }
    ] as const) {
      const { pdf, serialNumber } = await signer.sign(letter, letterhead)
      const { text } = await readCode(printedPage(pdf, pagesOf(pdf).length))
      expect(text).toBe(`${publicUrl}/verify#${serialNumber}`)
    }
  })

  test.each([publicUrl, longestUrl])('has large modules, and is read from a blurred copy: %s', async (url) => {
    const signer = await signerAt(url)
    // The same code each time: what a blur takes from a code depends on its modules.
    const number = '7K3M9QXR2BVR'
    const { pdf } = await signer.sign({ kind: 'participation', content: participation }, letterhead, number)
    const { text, version, moduleWidth } = await readCode(copied(printedPage(pdf, 1)))
    expect(text).toBe(`${url}/verify#${number}`)
    expect(version).toBeLessThanOrEqual(10)
    expect(moduleWidth).toBeGreaterThanOrEqual(0.5)
  })

  test('comes with a larger one, attached, that has the signed payload, however long name and caption are', async () => {
    const signer = await signerAt(publicUrl)
    for (const more of [{}, { participant: '漢'.repeat(200), event: 'Ü'.repeat(200) }]) {
      const draft = await signer.sign({ kind: 'participation', content: { ...participation, ...more } }, letterhead)
      const { [`Prüfcode ${formatSerialNumber(draft.serialNumber)}.svg`]: code = '' } = attachmentsOf(draft.pdf)
      expect((await readCode(drawnCode(code))).text).toBe(`${publicUrl}/verify#${tokenOf(draft)}`)
    }
  })
})
