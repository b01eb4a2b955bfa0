import type { ImportField, ImportKind } from '../../contract/src/import-field.ts'
import { type ImportResource, importResources } from '../../contract/src/import/resources.ts'
import { markdownTable } from './markdown-table.ts'

const begin = '## The columns of each resource'

const kinds: Record<ImportKind, string> = {
  text: 'text',
  markup: 'text of several lines',
  number: 'whole number',
  id: 'whole number',
  decimal: 'number',
  flag: 'yes or no',
  date: 'day',
  time: 'time',
  timestamp: 'point in time',
  reference: 'key of',
  enum: 'one of'
}
/** Limit of choices in a table; longer lists have their own table. */
const maxChoices = 12

function kindOf({ kind, max, to, choices = [] }: ImportField) {
  const name = kinds[kind]
  if (kind === 'reference') return `${name} ${to}`
  if (kind === 'enum') return choices.length > maxChoices ? 'a code of this page' : `${name} ${choices.join(', ')}`
  return kind === 'text' && max > 0 ? `${name}, at most ${max}` : name
}

const needOf = ({ required, immutable }: ImportField) =>
  required ? 'needed' : immutable ? 'given once, or assigned' : ''

function columns() {
  const parts = Object.entries<ImportResource>(importResources).map(([name, { fields, key }]) => {
    const rows = Object.entries(fields).map(([member, field]) => [
      `\`${member}\``,
      kindOf(field),
      key.includes(member) ? 'names the row' : needOf(field),
      field.code === null || field.code === member ? '' : `\`${field.code}\``,
      field.description ?? ''
    ])
    return `### ${name}\n\n${markdownTable([['Column', 'Kind', 'Needed', 'Code', 'Description'], ...rows])}\n`
  })
  const intro = 'Resources come in the order of reading, with the field codes of the specification.'
  return `${begin}\n\n${intro}\n\n${parts.join('\n')}`
}

/** Tables of columns, after the part of the page that is written by hand. */
export const importPage = {
  path: 'docs/PROVIDER.md',
  textOf: (present: string) => (present.split(begin)[0] ?? '') + columns()
}
