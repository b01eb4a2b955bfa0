import { readdirSync, readFileSync } from 'node:fs'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import walk from 'css-tree/walker'
import { Features, transform } from 'lightningcss'
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
  const variants = listed.filter((name) => /^(button|notice|menu-item)-/.test(name))
  expect([...new Set([...used, ...variants])].toSorted()).toEqual(listed.toSorted())
})

test('the elements describe the properties and parts that the README lists, with the same defaults', () => {
  const tags = ['base-element', 'customer-center', 'customer-contact', 'event-layers'].map((tag) =>
    read(`tags/${tag}.ts`)
  )
  const described = tags.flatMap((text) => [...text.matchAll(/@cssprop \[(--kc-[a-z-]+)=(.*)\] -/g)])
  const rows = [...read('theme/README.md').matchAll(/^\| `(--kc-[a-z-]+)` +\| (.*?) +\|/gm)]
  expect(described.map(([, name]) => name)).toEqual(rows.map(([, name]) => name))
  for (const [index, [, name, value = '']] of described.entries())
    for (const [, colour = ''] of (rows[index]?.[2] ?? '').matchAll(/`([^`]+)`/g)) expect(value, name).toContain(colour)

  const [, list = ''] = read('theme/README.md').split(/^## .*`::part\(\)`$/m)
  const listed = new Set([...list.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name))
  const parts = new Set(
    tags.flatMap((text) => [...text.matchAll(/@csspart ([a-z-]+) -/g)].map(([, name = '']) => name))
  )
  expect([...parts].toSorted()).toEqual([...listed].toSorted())
})

test('the page about embedding names every event that an element fires', () => {
  const embedding = read('../../docs/EMBEDDING.md')
  const sections = embedding.split(/^## /m)
  for (const tag of ['customer-center', 'customer-contact', 'event-layers']) {
    const fired = [...read(`tags/${tag}.ts`).matchAll(/@fires \{.*\} ([a-z-]+) -/g)].map(([, name]) => name)
    const section = sections.find((text) => text.startsWith(`\`<${tag}>\``)) ?? ''
    expect(fired).toContain('ready')
    for (const name of fired) expect(section, `${tag}: ${name}`).toContain(`\`${name}\``)
  }
})

test('nested rules begin with a sign: Safari before 17.2 takes one that begins with a letter for a property', () => {
  const sheets = readdirSync(source, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.css'))
  const rules = sheets.flatMap((path) => {
    const css = read(path).replaceAll(/\/\*.*?\*\//gs, '')
    return (css.match(/^ +(?!(?:from|to) )[a-z][^;{}@]*\{$/gm) ?? []).map((rule) => `${path}: ${rule}`)
  })
  expect(sheets.length).toBeGreaterThan(20)
  expect(rules).toEqual([])
})

/** Returns the selectors of css, without nesting, as compounds and the combinators between them. */
function selectorsIn(css: string): string[][] {
  const { code } = transform({ filename: 'sheet.css', code: Buffer.from(css), include: Features.Nesting })
  const selectors: string[][] = []
  walk(parse(code.toString()), {
    visit: 'Selector',
    enter(selector) {
      const parts = ['']
      for (const part of selector.children) {
        if (part.type === 'Combinator') parts.push(generate(part), '')
        else parts.push(`${parts.pop()}${generate(part)}`)
      }
      selectors.push(parts)
    }
  })
  return selectors
}

/** Returns the selectors that restyle all that is in a box. */
function restylingIn(css: string): string[] {
  const isNamed = (compound = '') => /[.[]|^[a-z]/.test(compound.replaceAll(/:(?:not|has)\(.*\)/g, ''))
  return selectorsIn(css)
    .filter((parts) => {
      const behindHas = parts.slice(0, -1).some((part) => part.includes(':has('))
      const siblings = parts.filter((_, index) => ['+', '~'].includes(parts[index + 1] ?? ''))
      return (behindHas && !isNamed(parts.at(-1))) || siblings.some((part) => part !== '' && !/[.[]/.test(part))
    })
    .map((parts) => parts.join(''))
}

test('no selector makes Chromium recalculate the styles of all that is in a box when a node comes or goes there', () => {
  const sheets = readdirSync(source, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.css') && !path.startsWith('tags/event-model/'))
  const bad = sheets.flatMap((path) => restylingIn(read(path)).map((selector) => `${path}: ${selector}`))
  expect(sheets.length).toBeGreaterThan(20)
  expect(bad).toEqual([])
  const examples = '.box { &:has(p) > :first-child { top: 0 } & > p + .row { top: 0 } & > .row + p { top: 0 } }'
  expect(restylingIn(examples)).toEqual(['.box:has(p)>:first-child', '.box>p+.row'])
})
