import { expect, test } from 'vitest'
import { fileKindOf, germanFileSize } from './file-name.ts'

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
