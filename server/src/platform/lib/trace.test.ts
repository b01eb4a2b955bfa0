import { expect, test } from 'vitest'
import { readTrace, traceparent } from './trace.ts'

const id = '4bf92f3577b34da6a3ce929d0e0e4736'
const span = '00f067aa0ba902b7'

test.for([
  [`00-${id}-${span}-01`, true],
  [`00-${id}-${span}-00`, false],
  [`00-${id}-${span}-03`, true],
  // A later version, with what it adds.
  [`cc-${id}-${span}-01`, true],
  [`cc-${id}-${span}-01-more`, true]
] as const)('%s is a trace', ([header, isSampled]) => {
  expect(readTrace(header)).toEqual({ id, isSampled })
  expect(traceparent({ id, isSampled })).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-0${isSampled ? 1 : 0}$`))
})

test.for([
  undefined,
  '',
  ['00'],
  `00-${id}-${span}`,
  `00-${id}-${span}-01-more`,
  `00-${id}-${span}-0`,
  `ff-${id}-${span}-01`,
  `cc-${id}-${span}-01more`,
  `00-${id.toUpperCase()}-${span}-01`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${id}-${'0'.repeat(16)}-01`,
  `00-${id}-${span}-01, 00-${id}-${span}-01`,
  `00-${id}-${span}-01\n`
])('%j is none', (header) => {
  expect(readTrace(header)).toBeUndefined()
})
