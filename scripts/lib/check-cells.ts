import { cellsOf } from './markdown-table.ts'

/** Pages that a newcomer reads from the top: a cell of several lines belongs into their prose. */
const pages = ['README.md', 'CONTRIBUTING.md', 'docs/ARCHITECTURE.md', 'docs/STATUS.md']
const longest = 100

/** Checks that the tables of these pages have short cells. */
export function checkCells(read: (path: string) => string) {
  return pages.flatMap((path) =>
    cellsOf(read(path))
      .flat()
      .filter((cell) => cell.length > longest && !/^-+:?$/.test(cell))
      .map(
        (cell) => `${path} has a cell of ${cell.length} characters ("${cell.slice(0, 40)} …"); the most is ${longest}`
      )
  )
}
