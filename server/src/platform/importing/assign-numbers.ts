import type { PlannedRow } from './import.ts'

/**
 * Gives a number to each new row that brings none: one more than the highest that is stored or brought.
 * @param name `alias.column`
 * @param highest the highest that is stored; 0 for none
 */
export function assignNumbers(rows: readonly PlannedRow[], name: `${string}.${string}`, highest: number): void {
  const [alias = '', column = ''] = name.split('.')
  const brought = rows.map(({ columns }) => Number(columns[alias]?.[column] ?? 0))
  let last = brought.reduce((most, one) => Math.max(most, one), highest)
  for (const { columns } of rows) {
    const of = (columns[alias] ??= {})
    of[column] ??= last += 1
  }
}
