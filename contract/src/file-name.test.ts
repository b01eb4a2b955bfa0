import { expect, test } from 'vitest'
import { fileNameOf, fileKindOf, germanFileSize } from './file-name.ts'

test.each([
  ['a good name stays', ['Skript Arbeitsrecht.pdf'], 'Skript Arbeitsrecht.pdf'],
  ['umlauts stay, composed', ['Übung.docx'], 'Übung.docx'],
  ['path parts go', ['../../etc/passwd.pdf'], 'passwd.pdf'],
  ['path parts go on Windows too', ['C:\\temp\\Skript.pptx'], 'Skript.pptx'],
  ['control and bidi characters go', ['Rech\u202enung\u0000\r\n.pdf'], 'Rechnung.pdf'],
  ['what Windows refuses goes', ['a<b>:"c|d?*.pdf'], 'abcd.pdf'],
  ['a name that Windows reserves is marked', ['con.pdf'], '_con.pdf'],
  ['a hidden file becomes a visible one', ['.pdf'], 'pdf.pdf'],
  ['an extension that could run is covered', ['Skript.html'], 'Skript.html.pdf'],
  ['svg too', ['bild.SVG'], 'bild.SVG.pdf'],
  ['an e-invoice keeps its extension', ['Rechnung 4711.XML'], 'Rechnung 4711.XML'],
  ['a version is no extension', ['Skript 1.2'], 'Skript 1.2.pdf'],
  ['the next name counts if the first is empty', [null, ' ', '../', 'Rechnung 4711'], 'Rechnung 4711.pdf'],
  ['without any name', [undefined], 'document.pdf'],
  ['delete and the controls after it go', ['Rech\u007fn\u0085ung\u009f.pdf'], 'Rechnung.pdf'],
  ['a number of an odd backend is a name', [4711], '4711.pdf']
])('a saved document has a safe name: %s', (_, names, name) => {
  expect(fileNameOf(...names)).toBe(name)
})

test('a name that is too long loses its middle: the participant in brackets and the extension stay', () => {
  const name = fileNameOf(`02.03.2026 ${'Lohnverrechnung '.repeat(20)}, ... (Dr. Anna Huber [Wien]).pdf`)
  expect(name.length).toBeLessThanOrEqual(124)
  expect(name).toMatch(/^02\.03\.2026 Lohnverrechnung .*\S…\S.* , \.\.\. \(Dr\. Anna Huber \[Wien\]\)\.pdf$/)
  const farmers = fileNameOf('👩‍🌾'.repeat(90))
  expect(() => encodeURIComponent(farmers)).not.toThrow()
  expect(fileNameOf('x'.repeat(120))).toBe(`${'x'.repeat(120)}.pdf`)
})

test('a long name keeps its extension', () => {
  const name = fileNameOf(`${'Lohnverrechnung '.repeat(40)}.xlsx`)
  expect(name.length).toBeLessThanOrEqual(125)
  expect(name).toMatch(/\.xlsx$/)
})

test.each([
  [0, '1 kB'],
  [62_400, '62 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [1_440_000, '1,4 MB'],
  [12_600_000, '13 MB'],
  [999_600_000, '1 GB'],
  [2_500_000_000_000, '2.500 GB']
])('%i bytes are said as %s', (bytes, said) => {
  expect(germanFileSize(bytes)).toBe(said.replace(' ', '\u00a0'))
})

test.each([
  ['Skript.pdf', 'PDF'],
  ['Folien.PPTX', 'PPTX'],
  ['seite.html', 'PDF'],
  [null, 'PDF']
])('the kind of %s is %s', (name, kind) => {
  expect(fileKindOf(name)).toBe(kind)
})
