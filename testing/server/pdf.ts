import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Whether poppler's or qpdf's programs are missing on this machine, for `test.skipIf`. */
export const withoutPoppler = spawnSync('pdftotext', ['-v']).error !== undefined
export const withoutQpdf = spawnSync('qpdf', ['--version']).error !== undefined

// Poppler warns of faults that are none; its words come with the error when it fails.
export const quiet = { maxBuffer: 64_000_000, stdio: 'pipe' } as const

/** Reads a PDF with programs that want a file. */
export function withFile<Result>(pdf: Uint8Array, read: (file: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'customer-center-pdf-'))
  try {
    const file = join(folder, 'letter.pdf')
    writeFileSync(file, pdf)
    return read(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns a program's report on a PDF. */
export function inspect(tool: 'pdfinfo' | 'pdffonts' | 'qpdf', pdf: Uint8Array, ...options: string[]): string {
  return withFile(pdf, (file) => execFileSync(tool, [...options, file], { ...quiet, encoding: 'utf8' }))
}

/** Reads the text of each page, with plain blanks. */
export function pagesOf(pdf: Uint8Array): string[] {
  const text = withFile(pdf, (file) =>
    execFileSync('pdftotext', ['-layout', file, '-'], { ...quiet, encoding: 'utf8' })
  )
  return text.replaceAll('\u00A0', ' ').split('\f').slice(0, -1)
}

/** A word and where it is on its page, in points. */
interface WordBox {
  readonly word: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Lists the words of all pages. */
export function boxesOf(pdf: Uint8Array): WordBox[] {
  const boxes = withFile(pdf, (file) => execFileSync('pdftotext', ['-bbox', file, '-'], { ...quiet, encoding: 'utf8' }))
  const words = boxes.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</g)
  return Array.from(words, ([, left, top, right, bottom, word = '']) => ({
    word,
    left: Number(left),
    top: Number(top),
    right: Number(right),
    bottom: Number(bottom)
  }))
}

/** Lists the words of A4 pages that do not lie on the paper as a whole. */
export function wordsBeyondPaper(pdf: Uint8Array): string[] {
  return boxesOf(pdf).flatMap(({ word, left, top, right, bottom }) =>
    left >= 0 && top >= 0 && right <= 595 && bottom <= 842 ? [] : [word]
  )
}

export function attachmentsOf(pdf: Uint8Array): Record<string, string> {
  return withFile(pdf, (file) => {
    execFileSync('pdfdetach', ['-saveall', '-o', dirname(file), file], quiet)
    const names = readdirSync(dirname(file)).filter((name) => name !== basename(file))
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(dirname(file), name), 'utf8')]))
  })
}

/** Saves a file again with another program: every byte that matters stays, the file's own sum does not. */
export function savedAgain(pdf: Uint8Array): Uint8Array {
  return withFile(pdf, (file) => execFileSync('qpdf', ['--linearize', file, '-'], quiet))
}
