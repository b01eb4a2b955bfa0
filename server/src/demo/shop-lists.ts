import { readFileSync } from 'node:fs'
import type { RowsByResource } from '../platform/importing/run/import-rows.ts'
import { defaultRows } from '../provider/index.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { seatPlan, seatsToChoose } from './events.ts'

// Returns the path of a drawing in the sources; build and sources lie equally deep.
const drawing = (extension: string) =>
  readFileSync(new URL(`../../src/demo/seat-plan.${extension}`, import.meta.url), 'utf8')

const takenSeats = new Set(['2', '8', '9', '13', '21', '22'])

/** Marks the seats of a drawing, so that a page can have them chosen. */
function withSeats(svg: string): string {
  return svg.replace(' role="img"', '').replaceAll(/<g id="seat-(\d+)"/g, (_, no: string) => {
    const taken = takenSeats.has(no) ? ' data-seat-taken=""' : ''
    return `<g data-seat="${no}" data-seat-label="Platz ${no}"${taken}`
  })
}

/** Makes the lists that every provider begins with, and some more, with numbers that nothing else has. */
export function shopListRows() {
  const { letters, evaluations, ...lists } = defaultRows(catalogue)
  const plan = { modelId: seatPlan, css: drawing('css'), svg: drawing('svg'), html: '' }
  return {
    ...lists,
    letters: letters.map((row, index) => ({ ...row, letterNo: 11 + index })),
    evaluations: evaluations.map((row, index) => ({ ...row, interfaceId: 501 + index })),
    'event-models': [plan, { ...plan, modelId: seatsToChoose, svg: withSeats(plan.svg) }]
  } satisfies RowsByResource
}
