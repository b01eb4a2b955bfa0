import type { Endpoint } from '../../contract/src/endpoint.ts'
import { endpoints } from '../../contract/src/endpoints.ts'
import type { FieldSpec, FieldTable } from '../../contract/src/field-codes.ts'
import { fieldTables } from '../../contract/src/field-tables.ts'
import { everyRight } from '../../contract/src/rights.ts'
import { routeRights } from '../../contract/src/routes.ts'
import { markdownTable, replaceBetween } from './markdown-table.ts'

type Call = Pick<Endpoint<never, never, never>, 'method' | 'path' | 'access' | 'feature'>

function rightsOf({ access }: Call) {
  if (access === 'public') return 'no login'
  const rights: readonly string[] = 'route' in access ? routeRights[access.route] : access
  if (rights.length === 0) return 'those of `routeRights`'
  return rights.length === everyRight.length ? 'all' : rights.join(', ')
}

/** Calls that a backend needs, or those that it may have; the types of the list are those of each call alone. */
function callsTable(isOptional: boolean) {
  const calls = endpoints.filter(({ endpoint }) => (endpoint.feature !== undefined) === isOptional)
  const rows = calls.map(({ endpoint, summary }) => [
    `\`${endpoint.method} ${endpoint.path}\``,
    summary,
    rightsOf(endpoint),
    ...(isOptional ? [`\`${endpoint.feature ?? ''}\``] : [])
  ])
  return markdownTable([['Call', 'What it does', 'Rights', ...(isOptional ? ['Feature'] : [])], ...rows])
}

const kinds: Readonly<Record<FieldSpec['kind'], string>> = {
  text: 'text',
  number: 'number',
  decimal: 'text of a decimal number',
  id: 'id',
  flag: 'flag',
  date: 'day'
}
/** Where a field with a code is sent; those of plain names are in answers alone. */
const uses: Readonly<Record<FieldSpec['use'], string>> = {
  key: 'answers; names the row',
  read: 'answers',
  write: 'saves',
  both: 'answers and saves'
}

/** The kind of a field; the limit is that of what people enter. */
function kindOf({ kind, max, use }: FieldSpec, isEntered: boolean) {
  return isEntered && use !== 'read' && kind === 'text' && max > 0 ? `${kinds[kind]}, at most ${max}` : kinds[kind]
}

function fieldsTables() {
  return Object.entries<FieldTable>(fieldTables).map(([noun, fields]) => {
    const rows = Object.entries(fields).map(([name, field]) => [
      `\`${noun}.${name}\``,
      `\`${field.code}\``,
      kindOf(field, field.code !== name),
      [field.code === name ? 'answers' : uses[field.use], ...(field.optional ? ['may be missing'] : [])].join(', ')
    ])
    return `### ${noun}\n\n${markdownTable([['Name in `fieldCodes`', 'Code', 'Kind', 'Sent in'], ...rows])}`
  })
}

/** The contract's calls and fields, between the page's marks. */
export const backendPage = {
  path: 'docs/BACKEND.md',
  textOf: (present: string) =>
    [
      ['calls', () => `\n${callsTable(false)}\n`] as const,
      ['calls-of-features', () => `\n${callsTable(true)}\n`] as const,
      ['fields', () => `\n${fieldsTables().join('\n\n')}\n`] as const
    ].reduce((page, [name, table]) => replaceBetween(page, name, table), present)
}
