import { readFileSync } from 'node:fs'
import { defaultRows } from '../operator/init/default-rows.ts'
import type { ResourceRow, RowsByResource } from '../records/importing/run/import-rows.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { seatPlan, seatsToChoose } from './events.ts'

// Reads a file from the sources, which have the same folder depth as the build.
const read = (name: string) => readFileSync(new URL(`../../src/demo/${name}`, import.meta.url), 'utf8')

const dataUrl = (name: string) => `data:image/svg+xml;base64,${Buffer.from(read(name)).toString('base64')}`

export const demoCompany = 1

export const providerRow = {
  ...catalogue.provider,
  logo: dataUrl('logo.svg'),
  signature: dataUrl('signature.svg')
} satisfies ResourceRow<'provider'>

const takenSeats = new Set(['2', '8', '9', '13', '21', '22'])

/** Marks the seats of a drawing, so that people can choose them on a page. */
function withSeats(svg: string): string {
  return svg.replace(' role="img"', '').replaceAll(/<g id="seat-(\d+)"/g, (_, no: string) => {
    const taken = takenSeats.has(no) ? ' data-seat-taken=""' : ''
    return `<g data-seat="${no}" data-seat-label="Platz ${no}"${taken}`
  })
}

/** Makes the lists with which every provider begins, and some more, with unique numbers. */
export function shopListRows() {
  const { letters, evaluations, ...lists } = defaultRows(catalogue)
  const plan = { modelId: seatPlan, css: read('seat-plan.css'), svg: read('seat-plan.svg'), html: '' }
  return {
    ...lists,
    letters: letters.map((row, index) => ({ ...row, letterNo: 11 + index })),
    evaluations: evaluations.map((row, index) => ({ ...row, interfaceId: 501 + index })),
    'event-models': [plan, { ...plan, modelId: seatsToChoose, svg: withSeats(plan.svg) }]
  } satisfies RowsByResource
}
