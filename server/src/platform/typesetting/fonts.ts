import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The name of the table, `cmap`, as a number. */
const cmapTag = 0x636d6170

/** Reads the table of a font file that maps characters to glyphs, and not the rest: 24 MB for all fonts. */
const readCharacterMap = (path: string): DataView => {
  const file = openSync(path, 'r')
  const read = (position: number, length: number): DataView => {
    const bytes = new DataView(new ArrayBuffer(length))
    readSync(file, bytes, 0, length, position)
    return bytes
  }
  try {
    const entries = read(12, read(4, 2).getUint16(0) * 16)
    for (let entry = 0; entry < entries.byteLength; entry += 16)
      if (entries.getUint32(entry) === cmapTag) return read(entries.getUint32(entry + 8), entries.getUint32(entry + 12))
    throw new Error(`${path} has no cmap table.`)
  } finally {
    closeSync(file)
  }
}

const addSegments = (view: DataView, table: number, points: Set<number>): void => {
  const doubled = view.getUint16(table + 6)
  for (let segment = 0; segment < doubled; segment += 2) {
    const end = view.getUint16(table + 14 + segment)
    const start = view.getUint16(table + 16 + doubled + segment)
    const delta = view.getUint16(table + 16 + 2 * doubled + segment)
    const rangeOffset = table + 16 + 3 * doubled + segment
    const range = view.getUint16(rangeOffset)
    for (let point = start; point <= end && point < 0xffff; point += 1) {
      const glyph = range === 0 ? (point + delta) & 0xffff : view.getUint16(rangeOffset + range + 2 * (point - start))
      if (glyph !== 0) points.add(point)
    }
  }
}

const addGroups = (view: DataView, table: number, points: Set<number>): void => {
  const count = view.getUint32(table + 12)
  for (let group = table + 16; group < table + 16 + count * 12; group += 12) {
    const end = view.getUint32(group + 4)
    for (let point = view.getUint32(group); point <= end; point += 1) points.add(point)
  }
}

/**
 * Reads the code points for which a TrueType font has a glyph (cmap formats 4 and 12, which Unicode fonts use). Font
 * libraries on npm contain a whole layout engine for this one table.
 */
const coveredCharacters = (path: string): Set<number> => {
  const view = readCharacterMap(path)
  const points = new Set<number>()
  for (let record = 4; record < 4 + view.getUint16(2) * 8; record += 8) {
    const table = view.getUint32(record + 4)
    const format = view.getUint16(table)
    if (format === 4) addSegments(view, table, points)
    if (format === 12) addGroups(view, table, points)
  }
  return points
}

const packageFolder = (name: string): string =>
  join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..')

const styles = ['Regular', 'It', 'Semibold', 'SemiboldIt', 'Bold']

// Files of each font family in the templates' font lists, in the same order (letterhead.typ).
const families = [
  styles.map((style) => join(packageFolder('source-sans'), 'TTF', `SourceSans3-${style}.ttf`)),
  styles.map((style) => join(packageFolder('source-serif'), 'TTF', `SourceSerif4-${style}.ttf`)),
  ['DejaVuSans', 'DejaVuSans-Bold'].map((name) => join(packageFolder('dejavu-fonts-ttf'), 'ttf', `${name}.ttf`)),
  // Chinese characters and kana, in one weight: no smaller npm package has them all. Bold names in them are set in the
  // regular weight.
  [
    join(
      packageFolder('@expo-google-fonts/chocolate-classical-sans'),
      '400Regular',
      'ChocolateClassicalSans_400Regular.ttf'
    )
  ],
  // Korean, in one weight for the same reason.
  [join(packageFolder('@expo-google-fonts/gowun-dodum'), '400Regular', 'GowunDodum_400Regular.ttf')]
]

export const fontFiles = families.flat()

const intersection = (sets: Set<number>[]): Set<number> =>
  sets.reduce((common, next) => new Set([...common].filter((point) => next.has(point))))

/**
 * Reads the code points that all files of a family have: a bold name must not lose characters that the regular font
 * shows.
 */
export const readCoverage = (): Set<number>[] => families.map((files) => intersection(files.map(coveredCharacters)))
