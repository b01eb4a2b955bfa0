import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sample, string } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InvoiceData, RecordingNotesData, ScriptData } from '../../confirmations/letter/letter-data.ts'
import { type Letters, openLetters } from './letters.ts'

const invoice: InvoiceData = {
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
const script: ScriptData = {
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
const notes: RecordingNotesData = {
  title: 'Datenschutz',
  event: 'Webinar Datenschutz',
  date: '2026-01-05',
  lecturer: 'Dr. Paul Lang',
  minutes: 95,
  parts: [{ minute: 65, title: 'Auskunft', summary: 'Wer fragt, bekommt Antwort.' }],
  questions: ['Wie lang ist die Frist?']
}

const folder = mkdtempSync(join(tmpdir(), 'letters-'))
const inspect = (tool: string, pdf: Uint8Array, ...options: string[]): string => {
  const file = join(folder, 'letter.pdf')
  writeFileSync(file, pdf)
  const text = tool === 'pdftotext' ? [file, '-'] : [file]
  return execFileSync(tool, [...options, ...text], { encoding: 'utf8' })
}
const textOf = (pdf: Uint8Array): string => inspect('pdftotext', pdf, '-layout')
const withoutPoppler = spawnSync('pdftotext', ['-v']).error !== undefined
const withoutQpdf = spawnSync('qpdf', ['--version']).error !== undefined

let letters: Letters
beforeAll(async () => {
  letters = await openLetters()
})
afterAll(async () => {
  await letters.close()
  rmSync(folder, { recursive: true })
})

const every = {
  invoice: () => letters.render('invoice', invoice),
  script: () => letters.render('script', script),
  'recording-notes': () => letters.render('recording-notes', notes)
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

describe.skipIf(withoutPoppler)('what a letter says', () => {
  test('an invoice shows its sums in German: VAT by rate, a credit as a minus, the day of payment', async () => {
    const text = textOf(await every.invoice())
    for (const part of ['1.234,56 €', '−10,05 €', '2.528,07 €', '491,81 €', '6,90 €', '3.026,78 €', '4. Dezember 2026'])
      expect(text.replaceAll('\u00A0', ' ')).toContain(part)
  })

  test('a script shows its days across two months, its contents and each chapter', async () => {
    const text = textOf(await every.script()).replaceAll('\u00A0', ' ')
    expect(text).toContain('30. Oktober 2026 – 2. November 2026')
    expect(text).toContain('Inhalt')
    expect(text.match(/Prüfung/g)?.length).toBeGreaterThan(1)
  })

  test('notes to a recording show the time of each part and the Austrian name of the month', async () => {
    const text = textOf(await every['recording-notes']()).replaceAll('\u00A0', ' ')
    expect(text).toMatch(/1:05\s+Auskunft/)
    expect(text).toContain('5. Jänner 2026')
  })

  test('400 positions span pages, each with the head of the table and its page number', async () => {
    const positions = Array.from({ length: 400 }, () => ({ caption: 'Seminar', quantity: 1, unitPrice: 100, vat: 20 }))
    const pages = textOf(await letters.render('invoice', { ...invoice, positions }))
      .split('\f')
      .slice(0, -1)
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
    ['漢字 Wang 汉字 ひらがな 김민준 \u{13000}', '漢字 Wang 汉字 ひらがな 김민준 □'],
    ['אברהם Cohen', 'אברהם'],
    ['Eva 👩‍👩‍👧 Maier', 'Eva □ Maier'],
    ['Zoe\u0308 Nguyễn Živković Αθήνα Москва', 'Zoë Nguyễn Živković Αθήνα Москва'],
    ['x\u{1AB0} Ho', 'x Ho'],
    ['halb \uD83D Paar \uE000 privat \uFFFF', 'halb Paar privat']
  ])('%j', async (name, shown) => {
    const pdf = await letters.render('invoice', { ...invoice, recipient: [name, 'Weg 1', '1010 Wien'] })
    expect(textOf(pdf).replaceAll(/\s+/g, ' ')).toContain(shown)
  })

  test.each(['x'.repeat(200), 'Maximilian '.repeat(18), 'Ж'.repeat(200)])(
    '200 characters stay inside the window, and the street below stays readable: %s',
    async (name) => {
      const text = textOf(await letters.render('invoice', { ...invoice, recipient: [name, 'Uferweg 1', '1010 Wien'] }))
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
  await expect(letters.render('invoice', { ...invoice, positions })).resolves.toHaveProperty('length')
  await expect(letters.render('script', { ...script, chapters })).resolves.toHaveProperty('length')
})

describe('a letter that fails', () => {
  test('names the template and the missing field, and the next letter is set', async () => {
    const broken: Partial<InvoiceData> = { ...invoice }
    delete broken.number
    // @ts-expect-error the compiler would catch it; data out of a database may still lack a field
    const failing = letters.render('invoice', broken)
    const next = every.invoice()
    await expect(failing).rejects.toThrow(/letter invoice failed: .*"number"/)
    expect(
      Buffer.from(await next)
        .subarray(0, 5)
        .toString()
    ).toBe('%PDF-')
  })

  test.each(['../invoice', 'invoice.typ', '', 'constructor/x'])(
    'no file outside the folder is a template: %j',
    async (name) => {
      // @ts-expect-error not one of the templates
      await expect(letters.render(name, invoice)).rejects.toThrow('no such letter template')
    }
  )
})

const own = (files: Record<string, string>): string => {
  const place = mkdtempSync(join(folder, 'templates-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), content)
  return place
}
describe('a folder of own templates', () => {
  // Some 10 s of work: Typst itself stops a loop that never ends, so this one is merely long.
  const endless =
    '#let f(n) = range(9000).map(i => range(9000).map(j => calc.pow(i, 2) + j + n).sum()).sum()\n#f(1)#f(2)#f(3)'
  const good = '#set document(title: "Gut", date: none)\n#set text(font: "Source Sans 3")\nGut'

  test('a template with a mistake is rejected with its file and reason', async () => {
    const mine = await openLetters({ templates: own({ 'invoice.typ': '#let x = (', 'script.typ': good }) })
    await expect(mine.render('invoice', invoice)).rejects.toThrow(
      /^letter invoice failed: \/.*\/invoice\.typ, line 1: unclosed delimiter$/
    )
    await expect(mine.render('script', script)).resolves.toHaveProperty('length')
    await mine.close()
  })

  test('a letter that takes too long is given up, and the next one is set by a new process', async () => {
    const mine = await openLetters({
      templates: own({ 'invoice.typ': endless, 'script.typ': good }),
      timeLimit: 1_500,
      processes: 1
    })
    const failing = mine.render('invoice', invoice)
    const next = mine.render('script', script)
    await expect(failing).rejects.toThrow('letter invoice failed: no document after 1500 ms')
    expect((await next).length).toBeGreaterThan(500)
    await mine.close()
  })

  test('a short letter does not wait for a long one', async () => {
    const mine = await openLetters({ templates: own({ 'invoice.typ': endless, 'script.typ': good }), processes: 2 })
    const long = mine.render('invoice', invoice).catch(String)
    expect((await mine.render('script', script)).length).toBeGreaterThan(500)
    await mine.close()
    expect(await long).toContain('the Typst process ended')
  })

  test('what waits for a process when the letters are closed is rejected, and no process is left', async () => {
    const before = children()
    const mine = await openLetters({ templates: own({ 'invoice.typ': endless }), processes: 2 })
    const all = [1, 2, 3].map(() => mine.render('invoice', invoice))
    const outcomes = Promise.allSettled(all)
    await mine.close()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(mine.render('invoice', invoice)).rejects.toThrow('letters are closed')
    expect(children()).toEqual(before)
  })

  test.skipIf(process.platform !== 'linux')(
    'a process that is killed in the middle rejects its letter alone',
    async () => {
      const before = children()
      const mine = await openLetters({ templates: own({ 'invoice.typ': endless, 'script.typ': good }), processes: 1 })
      const [pid] = children().filter((each) => !before.includes(each))
      const failing = mine.render('invoice', invoice)
      const next = mine.render('script', script)
      process.kill(pid ?? Number.NaN, 'SIGKILL')
      await expect(failing).rejects.toThrow('letter invoice failed: the Typst process ended')
      expect((await next).length).toBeGreaterThan(500)
      await mine.close()
    }
  )
})

/** Our child processes, from /proc: the room gives no way to reach its process, and needs none. */
const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
