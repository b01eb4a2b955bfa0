import { join } from 'node:path'
import type { ImportField } from '@customer-center/contract/import-field'
import {
  importResource,
  importResourceNames,
  type ImportResourceName
} from '@customer-center/contract/import/resources'
import { plainTitle } from '@customer-center/contract/input-patterns'
import { CellFault, cellValue } from '../../records/importing/read/cell-value.ts'
import { findNames } from '../import/folder/read-folder.ts'
import { type Likeness, namedMembers, resourceOfName } from './column-names.ts'
import { cellsOf, commentLine, fieldsOf, partOf, type Placed, type Proposal } from './render-map.ts'
import { mergeAlike, type Sample, sampleFile } from './sample-file.ts'

/** Tells whether most cells of a column are readable as a member, ambiguous ones included. */
function fits(sample: Sample, column: number, field: ImportField): boolean {
  const cells = cellsOf(sample, column)
  const read = cells.filter((cell) => !(cellValue(field, cell, { decimals: ',', dates: 'dmy' }) instanceof CellFault))
  return read.length * 2 >= cells.length
}

/**
 * Tells whether columns identify the rows: almost all rows, since files have broken ones.
 * @param parts columns of a part of a joined file; default: all
 */
function isKey({ rows }: Sample, columns: readonly number[], parts?: readonly number[]): boolean {
  // A row that is there twice is one.
  const distinct = [
    ...new Map(rows.map((row) => [JSON.stringify(parts?.map((column) => row[column]) ?? row), row])).values()
  ]
  const keys = distinct.map((row) => columns.map((column) => row[column] ?? '')).filter((key) => !key.includes(''))
  return new Set(keys.map((key) => key.join('\0'))).size >= distinct.length * 0.98 && keys.length > 0
}

function place({ resources, known }: Proposal, resource: ImportResourceName, name: string, placed: Placed): void {
  resources.get(resource)?.set(name, placed)
  for (const column of placed.columns) known.add(column)
}

type Named = (typeof namedMembers)[number] & {
  readonly column: number
  readonly rank: Likeness
  /** Whether the operator has to answer a question before the column can be placed. */
  readonly isAsked: boolean
}

/** Finds the members that a file's titles name. */
function findNamed(sample: Sample): Named[] {
  const titles = sample.hasHead ? sample.columns : []
  return titles.flatMap((title, column) =>
    namedMembers.flatMap((member) => {
      const rank = member.likeness(title)
      if (rank === undefined) return []
      return [{ ...member, column, rank, isAsked: rank === 'asked' || !fits(sample, column, member.field) }]
    })
  )
}

/**
 * Chooses the resources of a file by its name and its titles: the resource that most titles name, and others by their
 * codes.
 */
function chooseResources({ file, columns, ...sample }: Sample, named: readonly Named[]): ImportResourceName[] {
  const meant = resourceOfName(file)
  const number = named.find(({ resource, name }) => resource === 'customers' && name === 'number')?.column
  // A file in which a customer's number repeats has the customer's contacts.
  const isOfContacts = number !== undefined && !isKey({ file, columns, ...sample }, [number]) && meant !== 'customers'
  const scoreOf = (resource: ImportResourceName) => {
    if (resource === 'customers' && isOfContacts) return 0
    const own = named.flatMap((one) => (one.resource === resource && !one.isAsked ? [one.column] : []))
    return new Set(own).size + (meant === resource ? 100 : 0)
  }
  const best = importResourceNames.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one))
  const byCode = importResourceNames.filter(
    (resource) => fieldsOf(resource).filter(([, { code }]) => code !== null && columns.includes(code)).length > 1
  )
  // A joined file has several columns for each of its parts.
  const byPrefix = importResourceNames.filter(
    (resource) => named.filter((one) => one.resource === resource && one.rank === 'prefixed').length > 2
  )
  const isNamed = (resource: ImportResourceName, member: string) =>
    named.some((one) => one.resource === resource && one.name === member && !one.isAsked)
  const byNeed = importResourceNames.filter((resource) =>
    fieldsOf(resource).every(([name, { required }]) => !required || isNamed(resource, name))
  )
  if (scoreOf(best) < 2) return []
  return [...new Set([best, ...byCode, ...byPrefix, ...(byPrefix.length > 0 ? byNeed : [])])]
}

/** Likenesses, the surest first. */
const ranks: readonly Likeness[] = ['own', 'asked', 'usual', 'prefixed']

function surest(named: readonly Named[], resource: ImportResourceName, column: number): Named[] {
  const own = named.filter((one) => one.resource === resource && one.column === column)
  const rank = ranks.find((one) => own.some((other) => other.rank === one))
  return own.filter((one) => one.rank === rank)
}

/**
 * Returns the resource that a member identifies: in a joined file, one column is the customer's number and also the
 * reference of a contact.
 */
const keyed = ({ resource, name, field }: Named): string | undefined =>
  ['externalId', 'number', 'no'].includes(name) ? resource : field.to

/** Places the columns by their titles. */
function placeColumns(sample: Sample): Proposal {
  const named = findNamed(sample)
  const chosen = chooseResources(sample, named)
  const proposal: Proposal = {
    sample,
    resources: new Map(chosen.map((resource) => [resource, new Map<string, Placed>()])),
    questions: [],
    known: new Set()
  }
  for (const [column, title] of sample.columns.entries()) {
    const all = chosen.flatMap((resource) => surest(named, resource, column))
    const rank = ranks.find((one) => all.some((other) => other.rank === one))
    const best = all.filter((one) => one.rank === rank)
    const found = all.length > 0 && all.every((one) => keyed(one) === keyed(all[0]!)) ? all : best
    const [first] = found
    if (!first) continue
    proposal.known.add(column)
    const isFree = ({ resource, name }: Named) => !proposal.resources.get(resource)?.has(name)
    const isClear = found.length === 1 || (found === all && keyed(first) !== undefined)
    if (isClear && found.every((one) => !one.isAsked && isFree(one)))
      for (const one of found)
        place(proposal, one.resource, one.name, {
          columns: [column],
          ...(one.rank !== 'own' && { doubt: 'by a usual name: is it?' })
        })
    else
      proposal.questions.push(
        `${JSON.stringify(title)}: ${importResourceNames.flatMap((one) => found.flatMap(({ resource, name }) => (resource === one ? [`${resource}.${name}`] : []))).join(' or ')}?`
      )
  }
  return proposal
}

const keyDoubt = 'is it the key by which other files name the row?'

/** Combines a column with repeated values and another one, such as the number of a branch, into a key. */
function completeKey(sample: Sample, column: number, parts: readonly number[] | undefined): Placed {
  if (isKey(sample, [column], parts)) return { columns: [column], doubt: keyDoubt }
  const other = sample.columns.findIndex(
    (_, index) =>
      index !== column && new Set(cellsOf(sample, index)).size <= 20 && isKey(sample, [index, column], parts)
  )
  return other < 0
    ? { columns: [column], doubt: `it repeats: ${keyDoubt}` }
    : { columns: [other, column], doubt: `the second one repeats: are both the key?` }
}

/**
 * Finds the columns that identify the rows of a file: a number or, for the first resource, a column without repeated
 * values.
 */
function placeKey(proposal: Proposal): void {
  const { sample, resources } = proposal
  for (const [index, [resource, placed]] of [...resources].entries()) {
    if (!importResource(resource).fields['externalId']) continue
    const numbers = fieldsOf(resource).filter(([, { immutable, to }]) => immutable && to === undefined)
    const name = ['externalId', 'number', 'no', ...numbers.map(([one]) => one)].find((one) => placed.has(one))
    const column =
      placed.get(name ?? '')?.columns[0] ??
      (index === 0 ? sample.columns.findIndex((_, one) => isKey(sample, [one])) : -1)
    if (column < 0) continue
    const parts = resources.size > 1 ? [...placed.values()].flatMap(({ columns }) => columns) : undefined
    const key = completeKey(sample, column, parts)
    place(proposal, resource, 'externalId', key)
    // Each customer has a number of its own.
    if (resource === 'customers' && name === 'number' && key.columns.length > 1) place(proposal, resource, name, key)
  }
}

/** Finds columns with the keys of another file's rows, by their titles in that file. */
function placeReferences(all: readonly Proposal[]): void {
  const keys = new Map<string, readonly string[]>()
  for (const { sample, resources } of all)
    for (const [resource, placed] of resources)
      if (placed.has('externalId') && !keys.has(resource))
        keys.set(
          resource,
          placed.get('externalId')?.columns.map((column) => plainTitle(sample.columns[column] ?? '')) ?? []
        )
  for (const proposal of all)
    for (const [resource, placed] of proposal.resources)
      for (const [name, { to = '' }] of fieldsOf(resource)) {
        const key = keys.get(to)
        const titles = proposal.sample.columns.map(plainTitle)
        const own = placed.get('externalId')?.columns.at(-1)
        const column =
          placed.get(name)?.columns[0] ??
          titles.findIndex((title, index) => index !== own && title !== '' && title === key?.at(-1))
        const isTaken = [...placed].some(([other, { columns }]) => other !== name && columns.at(-1) === column)
        if (!key || column < 0 || isTaken) continue
        const doubt = `is it the key of ${to}?`
        const [branch = ''] = key
        const before = titles[column - 1]?.endsWith(branch) ? column - 1 : titles.indexOf(branch)
        const columns = key.length > 1 && before >= 0 ? [before, column] : [column]
        place(proposal, resource, name, { columns, doubt })
      }
}

/** Asks about an amount without a currency, which files with a single currency lack: an invoice needs both. */
function askForCurrency({ sample, resources, questions }: Proposal): void {
  const placed = resources.get('invoices')
  const amount = placed?.get('amount')
  if (!placed || !amount || placed.has('currency')) return
  placed.delete('amount')
  const title = sample.columns[amount.columns[0] ?? 0] ?? ''
  questions.push(`${JSON.stringify(title)}: invoices.amount, with currency: 'EUR' beside it?`)
}

/** Samples a file. A header without a known title may be a row, whose cells nobody may see. */
async function sampleTitled(path: string): Promise<Sample> {
  const sample = await sampleFile(path)
  return sample.hasHead && placeColumns(sample).known.size === 0 ? sampleFile(path, false) : sample
}

/**
 * Proposes a map for the foreign files of a folder, as the text of a module. The text has titles of columns but no
 * cells.
 * @throws OperatorError
 */
export async function proposeMap(path: string): Promise<string> {
  const { folder, names } = await findNames(path)
  const samples: Sample[] = []
  for (const name of names.filter((one) => /\.(?:csv|txt|tsv|dat|asc)$/i.test(one)))
    samples.push(await sampleTitled(join(folder, name)))
  const proposals = mergeAlike(samples, names).map(placeColumns)
  for (const proposal of proposals) placeKey(proposal)
  placeReferences(proposals)
  for (const proposal of proposals) askForCurrency(proposal)
  const others = names.filter((name) => samples.every(({ file }) => file !== name))
  return [
    `import type { ImportMap } from '@customer-center/server/map'\n\n`,
    commentLine('Proposed from the heads and first rows of the files: check each line.', ''),
    ...others.map((name) => commentLine(`Not looked at: ${name}`, '')),
    'export default {\n  files: [\n',
    proposals.map(partOf).join(',\n'),
    '\n  ]\n} satisfies ImportMap\n'
  ].join('')
}
