import { join } from 'node:path'
import { plainTitle } from '@customer-center/contract/input-patterns'
import type { ImportField } from '@customer-center/contract/import-field'
import {
  importResource,
  importResourceNames,
  type ImportResourceName
} from '@customer-center/contract/import/resources'
import { CellFault, type CellReading, cellValue } from '../../platform/importing/cell-value.ts'
import { fieldName, noDescription } from '../../platform/saving/field-name.ts'
import { findNames } from './read-names.ts'
import { type Sample, sampleFile } from './sample-file.ts'

/** Members that give access: only a column of just that name is proposed for them. */
const guarded = ['rights', 'active', 'passwordHash']

/** A column that is proposed for a member. */
interface Placed {
  readonly column: number
  /** The reason to check it. */
  readonly doubt?: string
}

type Members = Map<string, Placed>

/** The proposal for a file, while it is made. */
interface Proposal {
  readonly sample: Sample
  readonly resources: Map<ImportResourceName, Members>
  readonly questions: string[]
  /** Numbers of columns that are placed, or asked about. */
  readonly known: Set<number>
}

/** Tells whether a title is one of a member: its name, its code or its label. */
function isTitleOf(title: string, name: string, { code, secret }: ImportField): boolean {
  if (guarded.includes(name) || secret) return title === name || title === code
  const label = code === null ? noDescription : fieldName(code)
  const titles = [
    name,
    ...(code === null ? [] : [code, code.replace(/^[A-Z]+_/, '')]),
    ...(label === noDescription ? [] : [label])
  ]
  return titles.map(plainTitle).includes(plainTitle(title))
}

const fieldsOf = (resource: ImportResourceName) => Object.entries(importResource(resource).fields)

const cellsOf = ({ rows }: Sample, column: number) => rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')

/** Tells whether most cells of a column can be read as a member; one with two meanings can. */
function fits(sample: Sample, column: number, field: ImportField): boolean {
  const cells = cellsOf(sample, column)
  const read = cells.filter((cell) => !(cellValue(field, cell, { decimals: ',', dates: 'dmy' }) instanceof CellFault))
  return read.length * 2 >= cells.length
}

/** Returns the members of a resource that a title names. */
const membersFor = (sample: Sample, resource: ImportResourceName, column: number): string[] =>
  fieldsOf(resource).flatMap(([name, field]) =>
    isTitleOf(sample.columns[column] ?? '', name, field) && fits(sample, column, field) ? [name] : []
  )

/** Chooses the resources of a file: that of most titles, and others whose codes it has. */
function chooseResources(
  { file, columns }: Sample,
  titlesOf: (resource: ImportResourceName) => number
): ImportResourceName[] {
  const byCode = importResourceNames.filter(
    (resource) => fieldsOf(resource).filter(([, { code }]) => code !== null && columns.includes(code)).length > 1
  )
  const scoreOf = (resource: ImportResourceName) =>
    titlesOf(resource) + (file.toLowerCase().startsWith(resource) ? 100 : 0)
  const best = importResourceNames.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one))
  return scoreOf(best) < 2 ? [] : [...new Set([best, ...byCode])]
}

function placeColumns(sample: Sample): Proposal {
  const columns = sample.hasHead ? [...sample.columns.keys()] : []
  const titlesOf = (resource: ImportResourceName) =>
    columns.filter((column) => membersFor(sample, resource, column).length > 0).length
  const chosen = chooseResources(sample, titlesOf)
  const resources = new Map(chosen.map((resource): [ImportResourceName, Members] => [resource, new Map()]))
  const proposal = { sample, resources, questions: [] as string[], known: new Set<number>() }
  for (const column of columns) {
    const found = chosen.flatMap((resource) => membersFor(sample, resource, column).map((name) => ({ resource, name })))
    if (found.length > 0) proposal.known.add(column)
    const [first] = found
    const members = first && resources.get(first.resource)
    if (found.length === 1 && members && first && !members.has(first.name)) members.set(first.name, { column })
    else if (found.length > 0)
      proposal.questions.push(
        `${JSON.stringify(sample.columns[column])}: ${found.map(({ resource, name }) => `${resource}.${name}`).join(' or ')}?`
      )
  }
  return proposal
}

/** Finds the column that names the rows of a file: its number or, of the first resource, one that is never the same twice. */
function placeKey({ sample, resources }: Proposal): void {
  for (const [index, [resource, members]] of [...resources].entries()) {
    if (!importResource(resource).fields['externalId'] || members.has('externalId')) continue
    const numbers = fieldsOf(resource).filter(([, { fixed, to }]) => fixed && to === undefined)
    const number = ['number', 'no', ...numbers.map(([name]) => name)]
      .map((name) => members.get(name))
      .find((one) => one)
    const unique = sample.columns.findIndex((_, column) => {
      const cells = cellsOf(sample, column)
      return cells.length === sample.rows.length && new Set(cells).size === cells.length
    })
    const column = number?.column ?? (index === 0 ? unique : -1)
    if (column >= 0) members.set('externalId', { column, doubt: 'is it the key by which other files name the row?' })
  }
}

/** Finds columns that have the keys of another file's rows, by the title that they have there. */
function placeReferences(all: readonly Proposal[]): void {
  const keys = all.flatMap(({ sample, resources }) =>
    Array.from(resources, ([resource, members]) => ({
      resource,
      title: sample.columns[members.get('externalId')?.column ?? -1]
    }))
  )
  for (const { sample, resources, known } of all)
    for (const [resource, members] of resources)
      for (const [name, { to }] of fieldsOf(resource)) {
        if (to === undefined || members.has(name)) continue
        const titles = keys.flatMap((key) =>
          key.resource === to && key.title !== undefined ? [plainTitle(key.title)] : []
        )
        const own = members.get('externalId')?.column
        const column = sample.columns.findIndex((title, index) => index !== own && titles.includes(plainTitle(title)))
        if (column < 0) continue
        members.set(name, { column, doubt: `is it the key of ${to}?` })
        known.add(column)
      }
}

/** Finds the meanings of cells that have two from those that have one. */
function readingOf({ sample, resources }: Proposal): CellReading {
  const cellsOfKinds = (...kinds: ImportField['kind'][]) =>
    Array.from(resources, ([resource, members]) =>
      Array.from(members, ([name, { column }]) =>
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

function resourceLines({ sample }: Proposal, resource: ImportResourceName, members: Members): string {
  const { fields, key } = importResource(resource)
  const lacking = fieldsOf(resource).flatMap(([name, { required }]) =>
    (required || key.includes(name)) && !members.has(name) ? [name] : []
  )
  const needed = lacking.filter((name) => fields[name]?.required)
  const off = needed.length > 0
  const lines = Array.from(members, ([name, { column, doubt }]) => {
    const text = `          ${off ? '// ' : ''}${name}: row[${quoted(sample.columns[column] ?? '')}],`
    return `${text}${doubt === undefined ? '' : ` // ${doubt}`}\n`
  })
  const open = off
    ? comment(`${resource} need ${needed.join(', ')} as well:`, '          ')
    : `          ${quoted(resource)}: {\n`
  return `${open}${lines.join('')}${off ? '' : '        },\n'}`
}

function partOf(proposal: Proposal): string {
  const { sample, resources, questions, known } = proposal
  const form = Object.entries({ name: sample.file, ...sample.form, ...readingOf(proposal) })
  const rest = sample.columns.filter((title, column) => title !== '' && !known.has(column))
  const placed = new Set(
    Array.from(resources.values(), (members) =>
      Array.from(members.values(), ({ column }) => sample.columns[column])
    ).flat()
  )
  const left = rest.filter((title) => !placed.has(title))
  return [
    '    {\n',
    ...form.map(([name, value]) => `      ${name}: ${JSON.stringify(value)},\n`),
    ...questions.map((question) => comment(question, '      ')),
    ...(left.length > 0 ? [comment(`Not placed: ${left.map(quoted).join(', ')}.`, '      ')] : []),
    `      rows: (${resources.size > 0 ? 'row' : ''}) => ({\n`,
    ...Array.from(resources, ([resource, members]) => resourceLines(proposal, resource, members)),
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
