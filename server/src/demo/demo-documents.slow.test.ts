import { sample, string } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspect, pagesOf, withoutPoppler, withoutQpdf } from '../../../testing/server/pdf.ts'
import { printedPage } from '../../../testing/server/scan.ts'
import type { Typesetter } from '../platform/typesetting/typesetter.ts'
import { createDemoTypesetter } from './demo-typesetter.ts'

const invoice = {
  recipient: ['Steinbacher & Partner GmbH', 'Mag. Elisabeth Wögerbauer', 'Landstraße 71', '1030 Wien'],
  number: 'R2026-004711',
  date: '2026-11-20',
  customerNumber: '10023',
  paymentDays: 14,
  positions: [
    { caption: 'Seminar Umsatzsteuer', details: 'Linz', quantity: 2, unitPrice: 123_456, vat: 20 },
    { caption: 'Fachbuch', quantity: 1, unitPrice: 6_900, vat: 10 },
    { caption: 'Gutschrift', quantity: 1, unitPrice: -1_005, vat: 20 }
  ]
}
const script = {
  title: 'Lohnverrechnung',
  description: 'Sicher abrechnen.',
  event: 'Lohnverrechnung kompakt',
  date: '2026-10-30',
  until: '2026-11-02',
  location: 'Wien',
  lecturer: 'Mag. Anna Huber',
  chapters: ['Grundlagen', 'Prüfung'].map((title) => ({
    title,
    paragraphs: ['Die Abgabenbehörde prüft lohnabhängige Abgaben.'],
    points: ['Dienstzettel'],
    note: 'Fristen beachten.',
    table: { caption: 'Fristen', head: ['Abgabe', 'Tag'], rows: [['Lohnsteuer', '15.']] }
  }))
}
const notes = {
  title: 'Datenschutz',
  event: 'Webinar Datenschutz',
  date: '2026-01-05',
  lecturer: 'Dr. Paul Lang',
  minutes: 95,
  parts: [{ minute: 65, title: 'Auskunft', summary: 'Wer fragt, bekommt Antwort.' }],
  questions: ['Wie lang ist die Frist?']
}

const textOf = (pdf: Uint8Array): string => pagesOf(pdf).join('')

let typesetter: Typesetter
beforeAll(() => {
  typesetter = createDemoTypesetter({ letterTemplates: '' })
})
afterAll(() => typesetter.close())

const every = {
  invoice: () => typesetter.render('invoice', invoice),
  script: () => typesetter.render('script', script),
  'recording-notes': () => typesetter.render('recording-notes', notes)
}

describe.each(Object.entries(every))('%s', (_, render) => {
  test('the same data gives the same bytes', async () => {
    expect(Buffer.compare(await render(), await render())).toBe(0)
  })

  test.skipIf(withoutPoppler)('the file is tagged, says that it is PDF/UA-1, and has a title', async () => {
    const info = inspect('pdfinfo', await render())
    expect(info).toMatch(/Tagged:\s+yes/)
    expect(info).toMatch(/Title:\s+\S/)
    expect(inspect('pdfinfo', await render(), '-meta')).toMatch(/<pdfuaid:part>1</)
  })

  test.skipIf(withoutPoppler)('every font is embedded as a subset, and none comes from the machine', async () => {
    const fonts = inspect('pdffonts', await render())
      .trim()
      .split('\n')
      .slice(2)
    expect(fonts.length).toBeGreaterThan(0)
    for (const font of fonts) {
      expect(font).toMatch(/^[A-Z]{6}\+(Source(Sans3|Serif4)|DejaVuSans|ChocolateClassicalSans)/)
      expect(font).toMatch(/yes yes yes/)
    }
  })

  test.skipIf(withoutQpdf)('the file is well formed and says that it is German', async () => {
    const pdf = await render()
    expect(inspect('qpdf', pdf, '--check')).toContain('No syntax or stream encoding errors')
    expect(inspect('qpdf', pdf, '--qdf', '--object-streams=disable', '--json')).toContain('de-AT')
  })
})

describe.skipIf(withoutPoppler)('what a document says', () => {
  test('an invoice shows its sums in German: VAT by rate, a credit as a minus, the day of payment', async () => {
    const text = textOf(await every.invoice())
    for (const part of ['1.234,56 €', '−10,05 €', '2.528,07 €', '491,81 €', '6,90 €', '3.026,78 €', 'bis 04.12.2026'])
      expect(text).toContain(part)
  })

  test('what a reader may write on is ruled with lines that every viewer draws: no pattern, which some leave out', async () => {
    const pdf = await every.script()
    const { width, height, pixels } = printedPage(pdf, 3)
    const rows = Array.from({ length: height }, (_, y) => pixels.subarray(y * width, (y + 1) * width))
    const ruled = rows.map((row) => row.reduce((ink, pixel) => ink + Number(pixel < 245), 0) > width / 2)
    // One of the lines is below the head of the page.
    expect(ruled.filter((line, y) => line && !ruled[y - 1]).length).toBeGreaterThan(10)
    if (!withoutQpdf) expect(inspect('qpdf', pdf, '--json')).not.toContain('/PatternType')
  })

  test('what is taught is called as on the screens', async () => {
    for (const render of [every.script, every['recording-notes']]) {
      const text = textOf(await render())
      expect(text).toContain('Event')
      expect(text).not.toMatch(/Veranstaltung|Seminar(?!e · Lehrgänge)/i)
    }
  })

  test('a script shows its days across two months, its contents and each chapter', async () => {
    const text = textOf(await every.script())
    expect(text).toContain('30. Oktober 2026 – 2. November 2026')
    expect(text).toContain('Inhalt')
    expect(text.match(/Prüfung/g)?.length).toBeGreaterThan(1)
  })

  test('notes to a recording show the time of each part and the Austrian name of the month', async () => {
    const text = textOf(await every['recording-notes']())
    expect(text).toMatch(/1:05\s+Auskunft/)
    expect(text).toContain('5. Jänner 2026')
  })

  test('400 positions span pages, each with the head of the table and its page number', async () => {
    const positions = Array.from({ length: 400 }, () => ({ caption: 'Seminar', quantity: 1, unitPrice: 100, vat: 20 }))
    const pages = pagesOf(await typesetter.render('invoice', { ...invoice, positions }))
    expect(pages.length).toBeGreaterThan(8)
    for (const page of pages.slice(0, -1)) expect(page).toMatch(/Pos\.\s+Bezeichnung/)
    pages.forEach((page, index) => expect(page).toContain(`Seite ${index + 1} von ${pages.length}`))
    expect(pages.at(-1)).toContain('480,00')
  })
})

describe.skipIf(withoutPoppler)('a hostile name stays plain text', () => {
  test.each([
    ['#set page(fill: red)', '#set page(fill: red)'],
    ['*fett* _kursiv_ = Titel $x$ @ref <l> \\ `c` //', '*fett* _kursiv_ = Titel $x$ @ref <l> \\ `c` //'],
    ['#read("/etc/passwd")', '#read("/etc/passwd")'],
    ['Anna\u202E 000.1\u2066x\u200F', 'Anna 000.1x'],
    ['Null\u0000 und\u001B[31m Zeile\r\nzwei\u2028drei', 'Null und[31m Zeile zwei drei'],
    ['漢字 Wang 汉字 ひらがな 김민준 \u{13000}', '漢字 Wang 汉字 ひらがな 김민준 [U+13000]'],
    ['אברהם Cohen', 'אברהם'],
    ['Eva 👩‍👩‍👧 Maier', 'Eva Maier'],
    ['𝓦ang 🇦🇹🎉 1️⃣', 'Wang 1'],
    ['Zoe\u0308 Nguyễn Živković Αθήνα Москва', 'Zoë Nguyễn Živković Αθήνα Москва'],
    ['x\u{1AB0} Ho', 'x Ho'],
    ['halb \uD83D Paar \uE000 privat \uFFFF', 'halb Paar privat']
  ])('%j', async (name, shown) => {
    const pdf = await typesetter.render('invoice', { ...invoice, recipient: [name, 'Weg 1', '1010 Wien'] })
    expect(textOf(pdf).replaceAll(/\s+/g, ' ')).toContain(shown)
  })

  test.each(['x'.repeat(200), 'Maximilian '.repeat(18), 'Ж'.repeat(200)])(
    '200 characters stay inside the window, and the street below stays readable: %s',
    async (name) => {
      const text = textOf(
        await typesetter.render('invoice', { ...invoice, recipient: [name, 'Uferweg 1', '1010 Wien'] })
      )
      expect(text).toContain('Uferweg 1')
      expect(text).toContain('Rechnung R2026-004711')
      expect(text.replaceAll(/[^xЖM]/g, '').length).toBeGreaterThanOrEqual(name.startsWith('M') ? 18 : 200)
    }
  )
})

test('no string whatsoever keeps an invoice or a script from being set', async () => {
  const strings = sample(string({ unit: 'binary', maxLength: 30 }), { numRuns: 100, seed: 7 })
  const positions = strings.map((caption) => ({ caption, details: caption, quantity: 1, unitPrice: 1, vat: 20 }))
  const chapters = strings.map((title) => ({ title, paragraphs: [title], points: [title], note: title }))
  await expect(typesetter.render('invoice', { ...invoice, positions })).resolves.toHaveProperty('length')
  await expect(typesetter.render('script', { ...script, chapters })).resolves.toHaveProperty('length')
})
