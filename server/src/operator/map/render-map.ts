import type { ImportField } from '@customer-center/contract/import-field'
import { importResource, type ImportResourceName } from '@customer-center/contract/import/resources'
import type { CellReading } from '../../records/importing/read/cell-value.ts'
import type { Sample } from './sample-file.ts'

/** Columns that are proposed for a member; two if they form a key together. */
export interface Placed {
  readonly columns: readonly number[]
  /** The reason to check it. */
  readonly doubt?: string
}

/** Proposal for a file while it is being made. */
export interface Proposal {
  readonly sample: Sample
  readonly resources: Map<ImportResourceName, Map<string, Placed>>
  readonly questions: string[]
  /** Numbers of columns that have a place or a question. */
  readonly known: Set<number>
}

export const fieldsOf = (resource: ImportResourceName) => Object.entries(importResource(resource).fields)

/** The cells of a column that are not empty. */
export const cellsOf = ({ rows }: Sample, column: number) =>
  rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')

/** Finds the meanings of ambiguous cells from unambiguous ones. */
function readingOf({ sample, resources }: Proposal): CellReading {
  const cellsOfKinds = (...kinds: ImportField['kind'][]) =>
    Array.from(resources, ([resource, placed]) =>
      Array.from(placed, ([name, { columns }]) =>
        kinds.includes(importResource(resource).fields[name]?.kind ?? 'text') ? cellsOf(sample, columns[0] ?? 0) : []
      )
    ).flat(2)
  const numbers = cellsOfKinds('decimal', 'number', 'id')
  const dayCells = cellsOfKinds('date', 'timestamp')
  const days = dayCells.map((cell) => /^(\d{1,2})\/(\d{1,2})\/\d{2,4}/.exec(cell))
  const mark = numbers.map((cell) => /\d([.,])(?:\d\d?)(?!\d)/.exec(cell)?.[1]).find((one) => one !== undefined)
  const isGerman =
    days.some((day) => Number(day?.[1]) > 12) || dayCells.some((cell) => /^\d{1,2}\.\d{1,2}\.\d\d$/.test(cell))
  const isEnglish = days.some((day) => Number(day?.[2]) > 12)
  return {
    ...(mark !== undefined && { decimals: mark === ',' ? ',' : '.' }),
    ...(isGerman !== isEnglish && { dates: isGerman ? 'dmy' : 'mdy' })
  }
}

const quoted = (text: string) => JSON.stringify(text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' '))
export const commentLine = (text: string, indent: string) =>
  `${indent}// ${text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')}\n`

/** Returns the form of a cell, which may be a secret: `A99-999` for `S25-001`. */
const shapeOf = (cell: string) =>
  cell
    .slice(0, 30)
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{Ll}/gu, 'a')
    .replaceAll(/\d/g, '9')

function resourceLines({ sample, resources }: Proposal, resource: ImportResourceName): string {
  const placed = resources.get(resource) ?? new Map<string, Placed>()
  const needed = fieldsOf(resource).flatMap(([name, { required }]) => (required && !placed.has(name) ? [name] : []))
  const off = needed.length > 0 ? '// ' : ''
  const cell = (column: number) => `row[${quoted(sample.columns[column] ?? '')}]`
  const lines = Array.from(placed, ([name, { columns, doubt }]) => {
    const [first = 0] = columns
    const value = columns.length > 1 ? `\`${columns.map((column) => `\${${cell(column)}}`).join('-')}\`` : cell(first)
    const text = `          ${off}${name}: ${value},`
    return `${text}${doubt === undefined ? '' : ` // ${doubt}`}\n`
  }).join('')
  if (off === '') return `          ${quoted(resource)}: {\n${lines}        },\n`
  return `${commentLine(`${resource} need ${needed.join(', ')} as well:`, '          ')}${lines}`
}

/** Renders the part of a map for a file. */
export function partOf(proposal: Proposal): string {
  const { sample, resources, questions, known } = proposal
  const form = Object.entries({ name: sample.file, ...sample.form, ...readingOf(proposal) })
  const shape = sample.hasHead ? undefined : sample.rows[0]?.map((cell) => quoted(shapeOf(cell))).join(', ')
  const left = sample.columns.filter((title, column) => title !== '' && !known.has(column))
  return [
    '    {\n',
    ...form.map(([name, value]) => `      ${name}: ${JSON.stringify(value)},\n`),
    ...(sample.hasHead
      ? []
      : [commentLine('No title is known. If the first line is a head, remove columns.', '      ')]),
    ...(shape === undefined ? [] : [commentLine(`The first row has the form ${shape}.`, '      ')]),
    ...questions.map((question) => commentLine(question, '      ')),
    ...(left.length > 0 ? [commentLine(`Not placed: ${left.map(quoted).join(', ')}.`, '      ')] : []),
    `      rows: (${resources.size > 0 ? 'row' : ''}) => ({\n`,
    ...Array.from(resources.keys(), (resource) => resourceLines(proposal, resource)),
    '      })\n    }'
  ].join('')
}
