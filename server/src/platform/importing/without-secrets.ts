import { stringify } from 'csv-stringify/sync'
import type { CellField } from './cell-value.ts'
import type { SourceRow } from './source-row.ts'

type Fields = Readonly<Record<string, CellField>>

export const hasSecret = (fields: Readonly<Record<string, { readonly secret?: true }>>): boolean =>
  Object.values(fields).some(({ secret }) => secret)

const notKept = 'It may hold a secret and is not kept: correct it in your own file.'

/** What cannot be read could hold a secret anywhere. */
const unread = ({ line }: SourceRow, refusal: string): SourceRow => ({
  line,
  text: '',
  refusal: `${refusal} ${notKept}`
})

// What is within a value could be a secret, and nested deeper than any stack.
const isFlat = (value: unknown): boolean => typeof value !== 'object' || value === null

/** A row whose text, which is kept if it is refused, has no member but those that are known and none is a secret. */
export function withoutSecretMembers(row: SourceRow, fields: Fields): SourceRow {
  if ('refusal' in row) return unread(row, row.refusal)
  const shown = Object.entries(row.value).filter(
    ([name, value]) => Object.hasOwn(fields, name) && !fields[name]?.secret && isFlat(value)
  )
  return { ...row, text: JSON.stringify(Object.fromEntries(shown)) }
}

/** A row whose text has nothing in the cells of secrets. */
export function withoutSecretCells(
  row: SourceRow,
  cells: readonly string[],
  isSecret: (index: number) => boolean,
  delimiter: string
): SourceRow {
  if ('refusal' in row) return unread(row, row.refusal)
  const shown = cells.map((cell, index) => (isSecret(index) ? '' : cell))
  return { ...row, text: stringify([shown], { delimiter, eof: false }) }
}
