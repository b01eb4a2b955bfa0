// Writes the tables of docs/PROVIDER.md from the contract.
import { readFileSync, writeFileSync } from 'node:fs'
import { ensureBuilt } from './lib/build.mjs'
import { root } from './lib/run.mjs'
import { writeColumns } from './lib/import-page.mjs'

await ensureBuilt()
await writeColumns(
  (path) => readFileSync(`${root}/${path}`, 'utf8'),
  (path, text) => writeFileSync(`${root}/${path}`, text)
)
