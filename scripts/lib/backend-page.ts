import { backendFeatures } from '../../contract/src/backend-feature.ts'
import type { Endpoint } from '../../contract/src/endpoint.ts'
import { endpoints } from '../../contract/src/endpoints.ts'
import { type FieldSpec, type FieldTable, versionCode } from '../../contract/src/field-codes.ts'
import { fieldTables, type Noun } from '../../contract/src/field-tables.ts'
import { everyRight } from '../../contract/src/rights.ts'
import { isRoute, routeRights } from '../../contract/src/routes.ts'
import { functionParameters } from '../../contract/src/server-function.ts'
import { findingsTable } from './backend-findings.ts'
import type { ContractComments } from './contract-comments.ts'
import type { ContractDocument } from './contract-document.ts'
import { readContract } from './contract-file.ts'
import { placeOf } from './contract-places.ts'
import { componentOf } from './contract-schema.ts'
import { kindOfValue, membersTable } from './contract-tables.ts'
import { constants, membersOf, parameterMeanings, valuesOf } from './contract-values.ts'
import { cellsOf, markdownTable, replaceBetween } from './markdown-table.ts'

type Call = Pick<Endpoint<never, never, never>, 'access'>

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

/** Breaks a text into lines of at most 100 characters, none within code, as the formatter does. */
function wrap(text: string): string {
  let line = ''
  const lines: string[] = []
  for (const word of text.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length > 100) lines.push(line)
    line = longer.length > 100 ? word : longer
  }
  return [...lines, line].join('\n')
}

const nounsByComponent = new Map(Object.keys(fieldTables).map((noun) => [componentOf(noun as Noun), noun]))

/** What each call takes and answers. */
function callSections({ paths, components: { schemas } }: ContractDocument) {
  const sections = endpoints.flatMap(({ endpoint: { method, path } }) => {
    const operation = paths[path]?.[method.toLowerCase()]
    if (!operation) return []
    const text = wrap(`${operation.summary}. ${operation.description}`)
    return [`### ${method} ${path}`, text, membersTable(operation, schemas, nounsByComponent)]
  })
  return sections.join('\n\n')
}

const kinds: Readonly<Record<FieldSpec['kind'], string>> = {
  text: 'text',
  number: 'number',
  decimal: 'decimal number, as text or number',
  id: 'id',
  flag: 'flag',
  date: 'day'
}
/** Where a field with a code is sent; those of plain names are in answers alone. */
const uses: Readonly<Record<FieldSpec['use'], string>> = {
  key: 'answers, PUT and POST; names the row',
  read: 'answers',
  write: 'PUT and POST, if entered',
  both: 'answers, PUT and POST'
}

/** The kind of a field; the limit is that of what people enter. */
function kindOf({ kind, max, use }: FieldSpec, isEntered: boolean) {
  return isEntered && use !== 'read' && kind === 'text' && max > 0 ? `${kinds[kind]}, at most ${max}` : kinds[kind]
}

/** Tells whether a field may be absent or null in answers. */
function presenceOf(field: FieldSpec, isNeeded: boolean) {
  if (field.use === 'write') return '–'
  if (isNeeded) return 'always'
  return field.optional ? 'may be missing or null; asked for where it is known' : 'may be missing or null'
}

function fieldsTables(comments: ContractComments, { components: { schemas } }: ContractDocument) {
  return Object.entries<FieldTable>(fieldTables).map(([noun, fields]) => {
    const { properties = {}, required = [] } = schemas[componentOf(noun as Noun)] ?? {}
    const codes = [versionCode, ...Object.values(fields).map(({ code }) => code)]
    const lists = Object.entries(properties).filter(([name]) => !codes.includes(name))
    const rows = Object.entries(fields).map(([name, field]) => {
      const values = valuesOf(noun as Noun, name)
      return [
        `\`${noun}.${name}\``,
        `\`${field.code}\``,
        [comments.ofField(field), ...(values ? [`One of ${values}.`] : [])].join(' '),
        kindOf(field, field.code !== name),
        placeOf(noun as Noun, name),
        field.code === name ? 'answers' : uses[field.use],
        presenceOf(field, field.always === true || required.includes(field.code))
      ]
    })
    const head = ['Name in `fieldCodes`', 'Code', 'Meaning', 'Kind', 'Shown', 'Sent in', 'Presence']
    const rowsInRows = lists.map(([name, schema]) => [
      `\`${noun}.${name}\``,
      `\`${name}\``,
      schema.description ?? '',
      kindOfValue(schema, nounsByComponent),
      placeOf(noun as Noun, name),
      'answers',
      'may be missing or null'
    ])
    return `### ${noun}\n\n${markdownTable([head, ...rows, ...rowsInRows])}`
  })
}

function constantsTables(comments: ContractComments) {
  const names = Object.keys(constants) as (keyof typeof constants)[]
  return names.map((constant) => {
    const [, title] = constants[constant]
    const rows = membersOf(constant).map(([name, value]) => [`\`${value}\``, name, comments.ofMember(constant, name)])
    return `${title}\n\n${markdownTable([['Value', 'Name', 'Meaning'], ...rows])}`
  })
}

function functionsTable(comments: ContractComments) {
  const rows = Object.entries(functionParameters).map(([name, parameters]) => [
    `\`${name}\``,
    comments.ofMember('functionParameters', name),
    parameters.map((one) => `\`${one}\``).join(', ')
  ])
  return markdownTable([['`functionName`', 'What it makes', 'Names in `parameter`'], ...rows])
}

function parametersTable() {
  const rows = Object.entries(parameterMeanings).map(([name, meaning]) => [`\`${name}\``, meaning])
  return markdownTable([['Name', 'Value'], ...rows])
}

function featuresTable() {
  const rows = Object.entries(backendFeatures).map(([name, description]) => {
    const calls = endpoints.filter(({ endpoint }) => endpoint.feature === name)
    const named = calls.map(({ endpoint: { method, path } }) => `\`${method} ${path}\``)
    return [`\`${name}\``, description, named.join(', ') || '–']
  })
  return markdownTable([['Feature', 'What it adds', 'Calls'], ...rows])
}

/** Adds the rights to the table of the screens, whose calls a test of the sample backend compares. */
function screensTable(present: string) {
  const [[screen = '', reads = ''] = [], , ...rows] = cellsOf(present.trim())
  const withRights = rows.map(([route = '', calls = '']) => {
    const name = route.replaceAll('`', '')
    return [route, calls, isRoute(name) ? rightsOf({ access: { route: name } }) : 'all']
  })
  return markdownTable([[screen, reads, 'Rights'], ...withRights])
}

/** The contract's calls, fields and constants, between the page's marks. */
export const backendPage = {
  path: 'docs/BACKEND.md',
  async textOf(present: string) {
    const { comments, document } = await readContract()
    const tables: Readonly<Record<string, (present: string) => string>> = {
      screens: screensTable,
      calls: () => callsTable(false),
      'calls-of-features': () => callsTable(true),
      features: featuresTable,
      functions: () => functionsTable(comments),
      parameters: parametersTable,
      constants: () => constantsTables(comments).join('\n\n'),
      findings: findingsTable,
      'call-members': () => callSections(document),
      fields: () => fieldsTables(comments, document).join('\n\n')
    }
    return Object.entries(tables).reduce(
      (page, [name, table]) => replaceBetween(page, name, (text) => `\n${table(text)}\n`),
      present
    )
  }
}
