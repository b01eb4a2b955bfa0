const page = 'docs/PROVIDER.md'
const built = '../../contract/dist/import/resources.js'
const begin = '## The columns of each resource'

/** @typedef {{ kind: string, max: number, required: boolean, fixed?: boolean, to?: string, choices?: (string | number)[], code: string | null, description?: string }} Field */

const kinds = {
  text: 'text',
  markup: 'text of several lines',
  number: 'whole number',
  decimal: 'number',
  boolean: 'yes or no',
  date: 'day',
  time: 'time',
  timestamp: 'point in time',
  reference: 'key of',
  enum: 'one of'
}
/** More choices than fit a table are those of another table. */
const mostChoices = 12

/** @param {Field} field */
function kindOf({ kind, max, to, choices = [] }) {
  const name = kinds[/** @type {keyof typeof kinds} */ (kind)]
  if (kind === 'reference') return `${name} ${to}`
  if (kind === 'enum') return choices.length > mostChoices ? 'a code of this page' : `${name} ${choices.join(', ')}`
  return kind === 'text' && max > 0 ? `${name}, at most ${max}` : name
}

/** @param {Field} field */
const needOf = ({ required, fixed }) => (required ? 'needed' : fixed ? 'given once, or assigned' : '')

/** @param {string[][]} rows */
function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  /** @param {string[]} row */
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

async function columns() {
  /** @type {{ importResources: Record<string, { fields: Record<string, Field>, key: string[] }> }} */
  const { importResources } = await import(built)
  const parts = Object.entries(importResources).map(([name, { fields, key }]) => {
    const rows = Object.entries(fields).map(([member, field]) => [
      `\`${member}\``,
      kindOf(field),
      key.includes(member) ? 'names the row' : needOf(field),
      field.code === null ? '' : `\`${field.code}\``,
      field.description ?? ''
    ])
    return `### ${name}\n\n${table([['Column', 'Kind', 'Needed', 'Code', 'What it holds'], ...rows])}\n`
  })
  const intro = 'In the order in which the files are read, with the field codes of the specification.'
  return `${begin}\n\n${intro}\n\n${parts.join('\n')}`
}

/** @param {string} text */
const handwritten = (text) => text.split(begin)[0] ?? ''

/**
 * Writes the tables of columns into the page, behind what is written by hand.
 *
 * @param {(path: string) => string} read
 * @param {(path: string, text: string) => void} write
 */
export async function writeColumns(read, write) {
  write(page, handwritten(read(page)) + (await columns()))
}

/**
 * @param {(path: string) => string} read
 * @returns {Promise<string[]>} what is wrong
 */
export async function checkColumns(read) {
  const text = read(page)
  if (text === handwritten(text) + (await columns())) return []
  return [`${page} is not what the contract says: run node scripts/write-columns.mjs`]
}
