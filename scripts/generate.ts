// Writes into docs/ the tables that the code defines: settings, columns of imports, limits, periods.
import { readFileSync, writeFileSync } from 'node:fs'
import { generatedFiles } from './lib/generated.ts'
import { root } from './lib/run.ts'

for (const { path, textOf } of generatedFiles) {
  const file = `${root}/${path}`
  writeFileSync(file, await textOf(readFileSync(file, 'utf8')))
}
