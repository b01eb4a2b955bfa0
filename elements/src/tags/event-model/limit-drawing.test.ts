import { expect, test, vi } from 'vitest'
import { drawing, drawingRoot, mountDrawing } from '../../../testing/event-layers.ts'

const shapes = (count: number, more = '') => `<rect width="9" height="9" ${more}/>`.repeat(count)
const pattern = (count: number) => `<pattern id="p" width="1" height="1">${shapes(count)}</pattern>`
const levelsOf = (tag: string, property: string) =>
  Array.from(
    { length: 6 },
    (_, no) => `<${tag} id="p${no}">${shapes(8, `${property}="url(#p${no + 1})"`)}</${tag}>`
  ).join('') + shapes(1, `${property}="url(#p0)"`)

test.each([
  ['a pattern of an attribute', `${pattern(1000)}${shapes(100, 'fill="url(#p)"')}`, '', 'fill (82)'],
  ['a pattern of a style', `${pattern(1000)}${shapes(100, 'style="stroke:url(#p)"')}`, '', 'stroke (82)'],
  ['a pattern that a group hands on', `${pattern(1000)}<g fill="url(#p)">${shapes(100)}</g>`, '', 'fill'],
  [
    'a pattern that a use hands on',
    `${pattern(200)}<symbol id="s">${shapes(200)}</symbol><use href="#s" fill="url(#p)"/>`,
    '',
    'fill'
  ],
  [
    'a pattern in a group that hands on another',
    `${pattern(200)}<g fill="url(#p)"><pattern id="q">${shapes(9)}</pattern></g>${shapes(9, 'fill="url(#q)"')}`,
    '',
    'fill'
  ],
  ['patterns in patterns', levelsOf('pattern', 'fill'), '', 'fill (27)'],
  ['masks in masks', levelsOf('mask', 'mask'), '', 'mask (24)'],
  [
    'masks of groups in groups',
    `<mask id="p">${shapes(9)}</mask>${`<g mask="url(#p)"><g style="mask:url(#p)">${shapes(1)}</g></g>`.repeat(300)}`,
    '',
    'mask (319)'
  ],
  [
    'a mask that its content inherits',
    `<mask id="p">${shapes(9)}</mask><g mask="url(#p)">${shapes(9, 'mask="inherit"')}</g>`,
    '',
    'mask (9)'
  ],
  [
    'clip paths',
    `<clipPath id="p">${shapes(1000)}</clipPath>${shapes(100, 'clip-path="url(#p)"')}`,
    '',
    'clip-path (82)'
  ],
  [
    'a clip path of a sheet',
    `<clipPath id="p">${shapes(1000)}</clipPath>${shapes(100, 'class="a"')}`,
    '.a{clip-path:url(#p)}',
    'clip-path (82)'
  ],
  [
    'a clip path of a sheet, in a use',
    `<clipPath id="p">${shapes(99)}</clipPath><g id="g">${shapes(9, 'class="a"')}</g>${'<use href="#g"/>'.repeat(99)}`,
    '.a{clip-path:url(#p)}',
    'clip-path (9)'
  ],
  [
    'what multiplies, in a sheet',
    `${pattern(1)}<mask id="m"/>${shapes(1, 'class="a"')}`,
    '.a{fill:url(#p);mask:url(#m)}',
    'fill, mask'
  ],
  [
    'markers of vertices',
    `<marker id="p">${shapes(50)}</marker><path marker-mid="url(#p)" d="M0 0${'h1v1'.repeat(200)}"/>`,
    '',
    'marker-mid'
  ],
  [
    'markers that a group hands on',
    `<marker id="p">${shapes(50)}</marker><g style="marker:url(#p)">${'<polyline points="0 0 1 1 2 2 3 3 4 4"/>'.repeat(40)}</g>`,
    '',
    'marker'
  ]
])('what multiplies counts as often as it is drawn, and is named: %s', async (_, inside, css, gone) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { element } = await mountDrawing(drawing(inside), css)
  await expect.poll(() => drawingRoot(element)?.querySelector('rect, path, polyline, stop')).toBeTruthy()
  expect(warned.mock.calls.flat().filter((text) => /event model/.test(String(text)))).toEqual([
    expect.stringContaining(`allowed in it: ${gone}.`)
  ])
})

test('a hall whose seats are drawn again keeps them, and loses what multiplies in them', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { element } = await mountDrawing(
    drawing(
      `${pattern(1)}<symbol id="s">${shapes(1, 'fill="url(#p)"')}</symbol>${'<use href="#s"/><text>1</text>'.repeat(5000)}`
    )
  )
  await expect.poll(() => drawingRoot(element)?.querySelectorAll('use').length).toBe(5000)
  expect(warned.mock.calls.flat()).toContainEqual(expect.stringContaining('allowed in it: fill.'))
})

test('an id that two elements have stays the first one’s, also when that one goes', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { element } = await mountDrawing(drawing(`<use id="m"/><mask id="m"/>${shapes(1, 'mask="url(#m)"')}`))
  await expect.poll(() => drawingRoot(element)?.querySelector('mask')).toBeTruthy()
  expect(drawingRoot(element)?.querySelectorAll('use, [id=m]')).toHaveLength(0)
})
