import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import decodeCode from 'qr/decode.js'

/** For `test.skipIf`: whether poppler's or qpdf's programs are missing on this machine. */
export const withoutPoppler = spawnSync('pdftotext', ['-v']).error !== undefined
export const withoutQpdf = spawnSync('qpdf', ['--version']).error !== undefined

// Poppler grumbles at what is fine; its words come with the error when it fails.
const quiet = { maxBuffer: 64_000_000, stdio: 'pipe' } as const

function withFile<Result>(pdf: Uint8Array, read: (file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'customer-center-pdf-'))
  try {
    const file = join(folder, 'letter.pdf')
    writeFileSync(file, pdf)
    return read(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a program says of a PDF. */
export function inspect(tool: 'pdfinfo' | 'pdffonts' | 'qpdf', pdf: Uint8Array, ...options: string[]): string {
  return withFile(pdf, (file) => execFileSync(tool, [...options, file], { ...quiet, encoding: 'utf8' }))
}

/** The text of each page, with plain blanks. */
export function pagesOf(pdf: Uint8Array): string[] {
  const text = withFile(pdf, (file) =>
    execFileSync('pdftotext', ['-layout', file, '-'], { ...quiet, encoding: 'utf8' })
  )
  return text.replaceAll('\u00A0', ' ').split('\f').slice(0, -1)
}

/** The words of A4 pages that do not lie on the paper as a whole. */
export function wordsBeyondPaper(pdf: Uint8Array): string[] {
  const boxes = withFile(pdf, (file) => execFileSync('pdftotext', ['-bbox', file, '-'], { ...quiet, encoding: 'utf8' }))
  const words = boxes.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</g)
  return Array.from(words).flatMap(([, left, top, right, bottom, word = '']) =>
    Number(left) >= 0 && Number(top) >= 0 && Number(right) <= 595 && Number(bottom) <= 842 ? [] : [word]
  )
}

/** What a camera reads from the QR code of a printed page. */
export function scanned(pdf: Uint8Array, page: number): string {
  const shown = ['-f', String(page), '-l', String(page), '-r', '150', '-gray']
  const image = withFile(pdf, (file) => execFileSync('pdftoppm', [...shown, file], quiet))
  const [head = '', width, height] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(image.toString('latin1', 0, 40)) ?? []
  const data = new Uint8Array(Number(width) * Number(height) * 3)
  for (let index = 0; index < data.length; index += 1) data[index] = image[head.length + Math.floor(index / 3)] ?? 0
  return decodeCode({ width: Number(width), height: Number(height), data })
}

/** The same file, saved again by another program: every byte that matters stays, the file's own sum does not. */
export function savedAgain(pdf: Uint8Array): Uint8Array {
  return withFile(pdf, (file) => execFileSync('qpdf', ['--linearize', file, '-'], quiet))
}
