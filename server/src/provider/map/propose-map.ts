import { join } from 'node:path'
import { plainTitle } from '@customer-center/contract/input-patterns'
import type { ImportField } from '@customer-center/contract/import-field'
import {
  importResource,
  importResourceNames,
  type ImportResourceName
} from '@customer-center/contract/import/resources'
import { CellFault, type CellReading, cellValue } from '../../platform/importing/read/cell-value.ts'
import { fieldName, noDescription } from '../../platform/saving/field-name.ts'
import { findNames } from '../import/folder/read-names.ts'
import { type Sample, sampleFile } from './sample-file.ts'

/** Members that give access: only a column of just that name is proposed for them. */
const guarded = ['rights', 'active', 'passwordHash']

/** A column that is proposed for a member. */
interface Placed {
  readonly column: number
  /** The reason to check it. */
  readonly doubt?: string
}

/** The proposal for a file, while it is made. */
interface Proposal {
  readonly sample: Sample
  readonly resources: Map<ImportResourceName, Map<string, Placed>>
  readonly questions: string[]
  /** Numbers of columns that are placed, or asked about. */
  readonly known: Set<number>
}

const fieldsOf = (resource: ImportResourceName) => Object.entries(importResource(resource).fields)

/** Returns the titles of a member, as `plainTitle` has them: its name, its code and its label. */
function titlesOf(name: string, code: string | null): string[] {
  if (code === null) return [plainTitle(name)]
  const label = fieldName(code)
  return [name, code, code.replace(/^[A-Z]+_/, ''), ...(label === noDescription ? [] : [label])].map(plainTitle)
}

/** All members of all resources, with a test whether a title names them. */
const members = importResourceNames.flatMap((resource) =>
  fieldsOf(resource).map(([name, field]) => {
    const titles = titlesOf(name, field.code)
    const isGuarded = guarded.includes(name) || field.secret
    const isNamedBy = (title: string) =>
      isGuarded ? title === name || title === field.code : titles.includes(plainTitle(title))
    return { resource, name, field, isNamedBy }
  })
)

const cellsOf = ({ rows }: Sample, column: number) => rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')

/** Tells whether most cells of a column can be read as a member; one with two meanings can. */
function fits(sample: Sample, column: number, field: ImportField): boolean {
  const cells = cellsOf(sample, column)
  const read = cells.filter((cell) => !(cellValue(field, cell, { decimals: ',', dates: 'dmy' }) instanceof CellFault))
  return read.length * 2 >= cells.length
}

function place({ resources, known }: Proposal, resource: ImportResourceName, name: string, placed: Placed): void {
  resources.get(resource)?.set(name, placed)
  known.add(placed.column)
}

/** Places the columns by their titles: in the resource that most of them name, and in others whose codes they have. */
function placeColumns(sample: Sample): Proposal {
  const { columns, file } = sample
  const titles = sample.hasHead ? columns : []
  const named = titles.flatMap((title, column) =>
    members
      .filter(({ field, isNamedBy }) => isNamedBy(title) && fits(sample, column, field))
      .map((one) => ({ ...one, column }))
  )
  const scoreOf = (resource: ImportResourceName) =>
    new Set(named.flatMap((one) => (one.resource === resource ? [one.column] : []))).size +
    (file.toLowerCase().startsWith(resource) ? 100 : 0)
  const best = importResourceNames.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one))
  const byCode = importResourceNames.filter(
    (resource) => fieldsOf(resource).filter(([, { code }]) => code !== null && columns.includes(code)).length > 1
  )
  const chosen = scoreOf(best) < 2 ? [] : [...new Set([best, ...byCode])]
  const proposal: Proposal = {
    sample,
    resources: new Map(chosen.map((resource) => [resource, new Map<string, Placed>()])),
    questions: [],
    known: new Set()
  }
  for (const [column, title] of titles.entries()) {
    const found = chosen.flatMap((resource) =>
      named.filter((one) => one.resource === resource && one.column === column)
    )
    const [first] = found
    if (!first) continue
    proposal.known.add(column)
    if (found.length === 1 && !proposal.resources.get(first.resource)?.has(first.name))
      place(proposal, first.resource, first.name, { column })
    else
      proposal.questions.push(
        `${JSON.stringify(title)}: ${found.map(({ resource, name }) => `${resource}.${name}`).join(' or ')}?`
      )
  }
  return proposal
}

/** Finds the column that names the rows of a file: its number or, of the first resource, one that is never the same twice. */
function placeKey(proposal: Proposal): void {
  const { sample, resources } = proposal
  for (const [index, [resource, placed]] of [...resources].entries()) {
    if (!importResource(resource).fields['externalId'] || placed.has('externalId')) continue
    const numbers = fieldsOf(resource).filter(([, { immutable, to }]) => immutable && to === undefined)
    const number = ['number', 'no', ...numbers.map(([name]) => name)].find((name) => placed.has(name))
    const unique = sample.columns.findIndex((_, column) => {
      const cells = cellsOf(sample, column)
      return cells.length === sample.rows.length && new Set(cells).size === cells.length
    })
    const column = placed.get(number ?? '')?.column ?? (index === 0 ? unique : -1)
    const doubt = 'is it the key by which other files name the row?'
    if (column >= 0) place(proposal, resource, 'externalId', { column, doubt })
  }
}

/** Finds columns that have the keys of another file's rows, by the title that they have there. */
function placeReferences(all: readonly Proposal[]): void {
  const keys = all.flatMap(({ sample, resources }) =>
    Array.from(resources, ([resource, placed]) => {
      const title = sample.columns[placed.get('externalId')?.column ?? -1]
      return `${resource} ${title === undefined ? '' : plainTitle(title)}`
    })
  )
  for (const proposal of all)
    for (const [resource, placed] of proposal.resources)
      for (const [name, { to }] of fieldsOf(resource)) {
        if (to === undefined || placed.has(name)) continue
        const own = placed.get('externalId')?.column
        const column = proposal.sample.columns.findIndex(
          (title, index) => index !== own && plainTitle(title) !== '' && keys.includes(`${to} ${plainTitle(title)}`)
        )
        if (column >= 0) place(proposal, resource, name, { column, doubt: `is it the key of ${to}?` })
      }
}

/** Finds the meanings of cells that have two from those that have one. */
function readingOf({ sample, resources }: Proposal): CellReading {
  const cellsOfKinds = (...kinds: ImportField['kind'][]) =>
    Array.from(resources, ([resource, placed]) =>
      Array.from(placed, ([name, { column }]) =>
        kinds.includes(importResource(resource).fields[name]?.kind ?? 'text') ? cellsOf(sample, column) : []
      )
    ).flat(2)
  const numbers = cellsOfKinds('decimal', 'number', 'id')
  const days = cellsOfKinds('date', 'timestamp').map((cell) => /^(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(cell))
  const mark = numbers.map((cell) => /\d([.,])(?:\d\d?)(?!\d)/.exec(cell)?.[1]).find((one) => one !== undefined)
  const isGerman = days.some((day) => Number(day?.[1]) > 12)
  const isEnglish = days.some((day) => Number(day?.[2]) > 12)
  return {
    ...(mark !== undefined && { decimals: mark === ',' ? ',' : '.' }),
    ...(isGerman !== isEnglish && { dates: isGerman ? 'dmy' : 'mdy' })
  }
}

const quoted = (text: string) => JSON.stringify(text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' '))
const comment = (text: string, indent: string) => `${indent}// ${text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')}\n`

function resourceLines({ sample, resources }: Proposal, resource: ImportResourceName): string {
  const placed = resources.get(resource) ?? new Map<string, Placed>()
  const needed = fieldsOf(resource).flatMap(([name, { required }]) => (required && !placed.has(name) ? [name] : []))
  const off = needed.length > 0 ? '// ' : ''
  const lines = Array.from(placed, ([name, { column, doubt }]) => {
    const text = `          ${off}${name}: row[${quoted(sample.columns[column] ?? '')}],`
    return `${text}${doubt === undefined ? '' : ` // ${doubt}`}\n`
  }).join('')
  if (off === '') return `          ${quoted(resource)}: {\n${lines}        },\n`
  return `${comment(`${resource} need ${needed.join(', ')} as well:`, '          ')}${lines}`
}

function partOf(proposal: Proposal): string {
  const { sample, resources, questions, known } = proposal
  const form = Object.entries({ name: sample.file, ...sample.form, ...readingOf(proposal) })
  const left = sample.columns.filter((title, column) => title !== '' && !known.has(column))
  return [
    '    {\n',
    ...form.map(([name, value]) => `      ${name}: ${JSON.stringify(value)},\n`),
    ...questions.map((question) => comment(question, '      ')),
    ...(left.length > 0 ? [comment(`Not placed: ${left.map(quoted).join(', ')}.`, '      ')] : []),
    `      rows: (${resources.size > 0 ? 'row' : ''}) => ({\n`,
    ...Array.from(resources.keys(), (resource) => resourceLines(proposal, resource)),
    '      })\n    }'
  ].join('')
}

/**
 * Proposes a map for the foreign files of a folder, as the text of a module. It holds titles of columns and no cells.
 * @throws OperatorError
 */
export async function proposeMap(path: string): Promise<string> {
  const { folder, names } = await findNames(path)
  const samples: Sample[] = []
  for (const name of names.filter((one) => /\.(?:csv|txt|tsv|dat|asc)$/i.test(one)))
    samples.push(await sampleFile(join(folder, name)))
  const proposals = samples.map(placeColumns)
  for (const proposal of proposals) placeKey(proposal)
  placeReferences(proposals)
  const others = names.filter((name) => samples.every(({ file }) => file !== name))
  return [
    `import type { ImportMap } from '@customer-center/server/map'\n\n`,
    comment('Proposed from the heads and first rows of the files: check each line.', ''),
    ...others.map((name) => comment(`Not looked at: ${name}`, '')),
    'export default {\n  files: [\n',
    proposals.map(partOf).join(',\n'),
    '\n  ]\n} satisfies ImportMap\n'
  ].join('')
}
