// Writes what the code says elsewhere: the list of migrations, and tables of docs/ with settings, columns of imports,
// limits, periods.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { generatedFiles } from './lib/generated.ts'
import { root } from './lib/run.ts'

const files = globSync('server/src/platform/database/migrations/*.ts', { cwd: root })
for (const { path, textOf } of generatedFiles) {
  const file = `${root}/${path}`
  writeFileSync(file, await textOf(readFileSync(file, 'utf8'), files))
}
