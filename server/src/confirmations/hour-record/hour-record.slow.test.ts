import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proof, hourRecord } from '../../../../testing/server/confirmations.ts'
import { withLetterhead } from '../../../../testing/server/letterhead.ts'
import { boxesOf, pagesOf, withoutPoppler } from '../../../../testing/server/pdf.ts'
import type { Typesetter } from '../../platform/typesetting/typesetter.ts'
import { createLetterTypesetter } from '../letter/letter-typesetter.ts'

let typesetter: Typesetter
beforeAll(() => {
  typesetter = withLetterhead(createLetterTypesetter({ letterTemplates: '' }))
})
afterAll(() => typesetter.close())
const set = (more: object = {}) => typesetter.render('hour-record', { ...hourRecord, proof, ...more })

describe.skipIf(withoutPoppler)('an hour record', () => {
  test('400 events of an hour record span pages, each with the head of the table and its page number; the sum is once', async () => {
    const events = Array.from({ length: 400 }, (_, index) => ({
      caption: `Seminar ${index}`,
      from: '2026-03-12',
      hours: 3.25
    }))
    const pages = pagesOf(await set({ events }))
    expect(pages.length).toBeGreaterThan(7)
    for (const page of pages.filter((each) => each.includes('Seminar '))) expect(page).toMatch(/Nr\.\s+Termin\s+Event/)
    pages.forEach((page, index) => expect(page).toContain(`Seite ${index + 1} von ${pages.length}`))
    expect(pages.join('').match(/Summe aus 400 Events\s+1\.300,00\n/g)).toHaveLength(1)
  })

  test('the hours of an hour record have their commas below each other, and are never parted from their unit', async () => {
    const events = [22.5, 2.25, 7, 112].map((hours) => ({ caption: 'Seminar', location: 'Linz', hours }))
    for (const length of [1, 9, 17, 25, 33]) {
      const pdf = await set({ events, participant: 'W'.repeat(length) })
      const page = pagesOf(pdf).join('')
      const column = ['22,50', '2,25', '7,00', '112,00', '143,75']
      expect(page.match(/(?<=(Linz|4 Events) +)[\d,]+$/gm)).toEqual(column)
      const cells = boxesOf(pdf).filter(({ word, right }) => column.includes(word) && right > 500)
      expect(cells.map(({ word }) => word)).toEqual(column)
      expect(new Set(cells.map(({ right }) => Math.round(right))).size).toBe(1)
      expect(page).toContain('143,75 Stunden')
    }
  })

  test('all its dates are written in one way, the short one of its table', async () => {
    expect(pagesOf(await set()).join('')).not.toMatch(
      /\d\.\s(Jänner|Februar|März|April|Mai|Ju[nl]i|August|\w+ber) \d{4}/
    )
  })

  test('place and date are above the signature of an hour record, too', async () => {
    expect(pagesOf(await set()).join('')).toMatch(
      /Events im Umfang von [\d,]+ Stunden\s+teilgenommen hat\.\s+Graz, 20\.11\.2026\s+Mag\. Ines Hofer/
    )
  })

  test('the signature of a short hour record stands above its proof at the foot of the page, as on a confirmation', async () => {
    const boxes = boxesOf(await set())
    const [signatory, proofTitle] = ['Geschäftsführung', 'ECHTHEIT'].map((text) =>
      boxes.find(({ word }) => word === text)!
    )
    expect(proofTitle!.top).toBeGreaterThan(600)
    expect(proofTitle!.top - signatory!.bottom).toBeLessThan(100)
  })

  test('the statement of an hour record stands below its table, and never on another page than its last rows and the signature', async () => {
    const boxes = boxesOf(await set())
    const [sum, statement] = ['Summe', 'bestätigen,'].map((text) => boxes.find(({ word }) => word === text)!)
    expect(statement!.top - sum!.bottom).toBeGreaterThan(0)
    expect(statement!.top - sum!.bottom).toBeLessThan(40)
    for (let count = 1; count < 30; count += 1) {
      const events = Array.from({ length: count }, () => ({ caption: 'Seminar', location: 'Linz', hours: 8 }))
      const pages = pagesOf(await set({ events }))
      const pageOf = (text: string) => pages.findIndex((page) => page.includes(text))
      const last = pages[pageOf('Wir bestätigen')]
      expect([count, pageOf('Geschäftsführung')]).toEqual([count, pages.length - 1])
      // Rows of the table and its head are above the statement, not on the page before alone.
      expect(last).toMatch(/Nr\.\s+Termin[^]*\n\s*\d+ .*Seminar[^]*Summe aus[^]*Wir bestätigen[^]*Geschäftsführung/)
      expect(pages.join('').match(/Summe aus/g)).toHaveLength(1)
      expect(pages.join('').match(/Seminar/g)).toHaveLength(count)
    }
  })

  test('an hour record without events says so', async () => {
    expect(pagesOf(await set({ events: [] })).join('')).toContain('In diesem Zeitraum gibt es keine Events.')
  })

  test('a long German word of an hour record breaks between its syllables', async () => {
    const caption = 'Lohnverrechnung und Arbeitsrecht Grundstücksverkehrsgenehmigung'
    const [page = ''] = pagesOf(await set({ events: [{ caption, hours: 1 }] }))
    expect(page).toMatch(/Arbeitsrecht Grund\u00AD.*\n +stücksverkehrsgenehmigung/)
  })
})
