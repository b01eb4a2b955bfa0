import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { references } from './references.ts'

const source = fileURLToPath(new URL('..', import.meta.url))
const codes = Object.keys(references).toSorted()

/** Codes that the source names, and those of the lines of `check()`, which it makes of their names. */
function codesOfSource(): string[] {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.endsWith('references.ts')
  )
  const code = paths.map((path) => readFileSync(source + path, 'utf8')).join('\n')
  const names = /export type CheckName =([^/]*)/.exec(code)?.[1]?.matchAll(/'([\w-]+)'/g) ?? []
  const made = Array.from(names, ([, name = '']) => `CC-${name.toUpperCase()}`)
  const named = Array.from(code.matchAll(/['(](CC-[A-Z-]+)[')]/g), ([, one = '']) => one)
  return [...new Set([...made, ...named])].toSorted()
}

test('each reference of the source is in the table, and each of the table is in the source', () => {
  expect(codesOfSource()).toEqual(codes)
})

test('each reference has a heading in the page, and each heading there is a reference', () => {
  const page = readFileSync(new URL('../../REFERENCES.md', import.meta.url), 'utf8')
  expect(Array.from(page.matchAll(/^## (.*)$/gm), ([, heading]) => heading)).toEqual(codes)
})
