import { readFileSync } from 'node:fs'
import type { RowsByResource } from '../platform/importing/run/import-rows.ts'
import { defaultRows } from '../provider/index.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { seatPlan } from './events.ts'

// Returns the path of a drawing in the sources; build and sources lie equally deep.
const drawing = (extension: string) =>
  readFileSync(new URL(`../../src/demo/seat-plan.${extension}`, import.meta.url), 'utf8')

/** Makes the lists that every provider begins with, and some more, with numbers that nothing else has. */
export function shopListRows() {
  const { letters, evaluations, ...lists } = defaultRows(catalogue)
  return {
    ...lists,
    letters: letters.map((row, index) => ({ ...row, letterNo: 11 + index })),
    evaluations: evaluations.map((row, index) => ({ ...row, interfaceId: 501 + index })),
    'event-models': [{ modelId: seatPlan, css: drawing('css'), svg: drawing('svg'), html: '' }]
  } satisfies RowsByResource
}
