import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import PdfDocument from 'pdfkit'
import { encodeQR } from 'qr'

const folder = (name: string): string =>
  join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..', 'TTF')
const fonts = {
  sans: readFileSync(join(folder('source-sans'), 'SourceSans3-Regular.ttf')),
  semibold: readFileSync(join(folder('source-sans'), 'SourceSans3-Semibold.ttf')),
  serif: readFileSync(join(folder('source-serif'), 'SourceSerif4-Semibold.ttf'))
}
const mm = 72 / 25.4
const accent = '#0b5563'
const grey = '#50595c'

/** Fonts of the letter, or the ones that every PDF reader brings: pdfkit is fast with those, and knows no Ž in them. */
export const pdfkitFonts = {
  embedded: fonts,
  standard: { sans: 'Helvetica', semibold: 'Helvetica-Bold', serif: 'Times-Bold' }
} as const

/** What the page says of an event. */
const printed = {
  customer: 'Steinbacher & Partner GmbH',
  event: 'Umsatzsteuer bei grenzüberschreitenden Leistungen',
  location: 'Wien',
  hours: 14.5,
  days: [
    { date: '2026-03-12', starts: '09:00', ends: '17:00', hours: 7.5 },
    { date: '2026-03-13', starts: '09:00', ends: '16:30', hours: 7 }
  ]
}

/**
 * Draws the page of a participation confirmation with pdfkit: same fonts, texts, table and code, but untagged and
 * unhyphenated.
 * @param number of the participant, whose name no other page has
 */
export async function drawWithPdfkit(number: number, kind: keyof typeof pdfkitFonts): Promise<Uint8Array> {
  const document = new PdfDocument({ size: 'A4', margin: 25 * mm, font: pdfkitFonts[kind].sans as string })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  for (const [name, font] of Object.entries(pdfkitFonts[kind])) document.registerFont(name, font)
  const say = (
    font: keyof typeof fonts,
    size: number,
    color: string,
    text: string,
    x: number,
    y: number,
    width = 160
  ) =>
    document
      .font(font)
      .fontSize(size)
      .fillColor(color)
      .text(text, x * mm, y * mm, { width: width * mm })

  document.rect(0, 0, 9 * mm, 297 * mm).fill(accent)
  document.roundedRect(25 * mm, 20 * mm, 13 * mm, 13 * mm, 8).fill(accent)
  say('semibold', 15, accent, 'Akademie Donauraum', 42, 21)
  say('sans', 8, grey, 'Seminare · Lehrgänge · Tagungen', 42, 28)
  say('semibold', 17, accent, 'Teilnahmebestätigung', 25, 53)
  say('serif', 27, '#000', `Mag. Elisabeth Wögerbauer-${number}, MBA`, 25, 63)
  say('sans', 11, grey, printed.customer, 25, 76)
  say('sans', 11, '#000', 'hat am folgenden Event teilgenommen:', 25, 88)
  say('semibold', 17, accent, printed.event, 25, 96)
  const facts = [
    ['Termin', '12.–13. März 2026'],
    ['Ort', printed.location],
    ['Umfang', `${String(printed.hours).replace('.', ',')} Stunden`]
  ]
  facts.forEach(([label = '', value = ''], index) => {
    say('sans', 10.5, grey, label, 25, 116 + 6 * index)
    say('sans', 10.5, '#000', value, 51, 116 + 6 * index, 130)
  })
  for (const [index, { date, starts, ends, hours }] of printed.days.entries()) {
    const y = 144 + 6 * index
    say('sans', 9.5, '#000', date, 25, y, 40)
    say('sans', 9.5, '#000', `${starts}–${ends}`, 90, y, 30)
    say('sans', 9.5, '#000', String(hours).replace('.', ','), 125, y, 10)
    document
      .moveTo(25 * mm, (y + 5) * mm)
      .lineTo(135 * mm, (y + 5) * mm)
      .lineWidth(0.4)
      .stroke('#c3cdd0')
  }
  say('sans', 10.5, '#000', 'Wien, am 20. November 2026', 25, 178)
  say('semibold', 9.5, '#000', 'Mag. Dr. Theresa Achleitner', 25, 202)
  say('sans', 9.5, grey, 'Leitung der Akademie', 25, 207)
  document.roundedRect(25 * mm, 215 * mm, 160 * mm, 44 * mm, 4).fill('#eef4f5')
  const code = encodeQR(`https://center.example/verify#${String(number).padStart(12, '0')}`, 'raw', { ecc: 'quartile' })
  document
    .save()
    .translate(30 * mm, 220 * mm)
    .scale((34 * mm) / code.length)
  for (const [y, row] of code.entries())
    for (const [x, isDark] of row.entries()) if (isDark) document.rect(x, y, 1.02, 1.02)
  document.fill('#000').restore()
  say('semibold', 8.5, accent, 'ECHTHEIT PRÜFEN', 71, 228, 105)
  say(
    'sans',
    9,
    '#000',
    'Scannen Sie den Code, oder geben Sie die Nummer unter center.example/verify ein. Dort sehen Sie, ob diese Bestätigung echt und gültig ist, und was auf ihr steht.',
    71,
    233,
    105
  )
  say('semibold', 12, '#000', 'Nummer 7K3M-9QXR-2BVR', 71, 246, 105)
  say('sans', 7.5, grey, 'Akademie Donauraum GmbH\nUferpromenade 18\n1020 Wien', 25, 264, 40)
  say('sans', 7.5, grey, 'Telefon +43 1 000 18-0\noffice@akademie-donauraum.example', 66, 264, 45)
  document.end()
  await ended
  return Buffer.concat(chunks)
}
