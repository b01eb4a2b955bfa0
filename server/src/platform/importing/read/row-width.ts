/** Rows of a file that end before its last column. */
export interface ShortRows {
  readonly count: number
  /** The first one's. */
  readonly line: number
}

/**
 * The width of a file's rows. Excel leaves separators out where the last columns of sixteen rows are empty, and some
 * programs of each row, so a shorter row is taken with empty cells, counted and named. One that lacks more than half of
 * the columns is not, nor one that the end of the file may have cut off.
 */
export class RowWidth {
  #columns = 0
  #isNeeded: (index: number) => boolean = () => false
  #short: ShortRows | undefined

  /** @param isNeeded tells which columns a row cannot lack */
  begin(columns: number, isNeeded: (index: number) => boolean = () => false): void {
    this.#columns = columns
    this.#isNeeded = isNeeded
  }

  get short(): ShortRows | undefined {
    return this.#short
  }

  /** @returns the refusal of a row of a wrong width */
  check(line: number, cells: readonly string[], isUnended = false): string | undefined {
    const { length } = cells
    const columns = this.#columns
    if (length === columns) return undefined
    const missing = Array.from({ length: Math.max(0, columns - length) }, (_, index) => length + index)
    // Some programs end each row with a separator, and the head with none.
    const isWhole =
      length > columns ? cells.slice(columns).every((cell) => cell === '') : length * 2 >= columns && !isUnended
    if (!isWhole || missing.some(this.#isNeeded))
      return `The row has ${length} ${length === 1 ? 'cell' : 'cells'} instead of ${columns}.`
    if (length < columns) this.#short = { line, ...this.#short, count: (this.#short?.count ?? 0) + 1 }
    return undefined
  }
}
