import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { coveredCharacters } from './coverage.ts'

const packageFolder = (name: string): string =>
  join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..')

const styles = ['Regular', 'It', 'Semibold', 'SemiboldIt', 'Bold']

// One list for each family that the templates name in their font lists, in the same order (letterhead.typ).
const families = [
  styles.map((style) => join(packageFolder('source-sans'), 'TTF', `SourceSans3-${style}.ttf`)),
  styles.map((style) => join(packageFolder('source-serif'), 'TTF', `SourceSerif4-${style}.ttf`)),
  ['DejaVuSans', 'DejaVuSans-Bold'].map((name) => join(packageFolder('dejavu-fonts-ttf'), 'ttf', `${name}.ttf`)),
  // Chinese characters and kana, in one weight: nothing smaller on npm has them all, and bold names in them are set
  // regular.
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

/** Paths of all font files that documents use. */
export const fontFiles = families.flat()

const intersection = (sets: Set<number>[]): Set<number> =>
  sets.reduce((common, next) => new Set([...common].filter((point) => next.has(point))))

/**
 * Reads for each family the code points that all its files have: a bold name must not lose characters that the regular
 * one shows.
 */
export const readCoverage = (): Set<number>[] =>
  families.map((files) => intersection(files.map((path) => coveredCharacters(readFileSync(path)))))
