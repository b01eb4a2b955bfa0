import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../', import.meta.url)
const read = (path: string, base = source) => readFileSync(new URL(path, base), 'utf8')
const files = readdirSync(source, { recursive: true })
  .map(String)
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))

/** The names in `part="a b"`, part={`a b-${kind}`} and setAttribute('part', …); variables are left out. */
function partsOf(text: string): string[] {
  const attributes = text.matchAll(/\bpart=(?:"([^"]*)"|\{`([^`]*)`\})/g)
  const calls = text.matchAll(/setAttribute\('part', (?:\w+ === '\w+' \? )?'([^']*)'(?: : '([^']*)')?\)/g)
  const values = [...attributes, ...calls].flatMap(([, first = '', second = '']) => [first, second])
  return values.flatMap((value) => value.split(' ')).filter((name) => name !== '')
}

test('the README lists every part that a page may style, and no other', () => {
  const used = new Set(files.flatMap((path) => partsOf(read(path))).filter((name) => !name.includes('$')))
  const [, list = ''] = read('theme/README.md').split(/^## .*`::part\(\)`$/m)
  const listed = [...list.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name ?? '')
  const variants = listed.filter((name) => /^(button|notice)-/.test(name))
  expect([...new Set([...used, ...variants])].toSorted()).toEqual(listed.toSorted())
})

test('the page about embedding names every event that an element fires', () => {
  const embedding = read('../../docs/EMBEDDING.md')
  const sections = embedding.split(/^## /m)
  for (const tag of ['customer-center', 'customer-contact', 'event-layers']) {
    const fired = [...read(`tags/${tag}.ts`).matchAll(/@fires ([a-z-]+)/g)].map(([, name]) => name)
    const section = sections.find((text) => text.startsWith(`\`<${tag}>\``)) ?? ''
    for (const name of fired) expect(section, `${tag}: ${name}`).toContain(`\`${name}\``)
  }
})
