// Writes the tables of docs/PROVIDER.md from the contract.
import { readFileSync, writeFileSync } from 'node:fs'
import { root } from './lib/run.ts'
import { writeColumns } from './lib/import-page.ts'

writeColumns(
  (path) => readFileSync(`${root}/${path}`, 'utf8'),
  (path, text) => writeFileSync(`${root}/${path}`, text)
)
