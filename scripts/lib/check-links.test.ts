import { expect, test } from 'vitest'
import { checkLinks } from './check-links.ts'

const pages = {
  'README.md': '# Start\n\n## `check()`: a page\n\n## Seats\n\n## Seats\n',
  'docs/PAGE.md': '# Page\n',
  'docs/lib/server.mjs': ''
}

const dead = (text: string) => {
  const read = (path: string) => ({ ...pages, 'docs/NEW.md': `# New\n\n${text}\n` })[path] ?? ''
  return checkLinks([...Object.keys(pages), 'docs/NEW.md'], read)
}

test.each([
  'lost.md',
  '../PAGE.md',
  'PAGE.md#lost',
  '#lost',
  '../README.md#check',
  '../README.md#seats-2',
  'lib/server.mjs#line'
])('a link to %s is dead', (address) => {
  const found = [`docs/NEW.md links to ${address}, which is not there`]
  expect(dead(`See [a page](${address}).`)).toEqual(found)
  expect(dead(`See [a page].\n\n[a page]: ${address}`)).toEqual(found)
})

test.each([
  'PAGE.md',
  'PAGE.md#page',
  '#new',
  '../README.md#check-a-page',
  '../README.md#seats-1',
  'lib/',
  'lib/server.mjs',
  '..',
  'https://shop.example/lost.md',
  'mailto:konto@shop.example'
])('a link to %s leads somewhere', (address) => expect(dead(`See [a page](${address}).`)).toEqual([]))

test('examples in code are no links', () => {
  expect(dead('`[a](lost.md)`\n\n```md\n[a](lost.md)\n# Lost\n```')).toEqual([])
  expect(dead('[a](#lost)\n\n```md\n# Lost\n```')).toHaveLength(1)
})
