// Writes what the code says elsewhere: the list of migrations, and tables of docs/ with settings, columns of imports,
// limits, periods.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { writeColumns } from './lib/import-page.ts'
import { writeLimits } from './lib/limits-page.ts'
import { writeMigrations } from './lib/migration-list.ts'
import { writeRetention } from './lib/retention-page.ts'
import { root } from './lib/run.ts'
import { writeSettings } from './lib/settings-page.ts'

const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const write = (path: string, text: string) => writeFileSync(`${root}/${path}`, text)

writeMigrations(globSync('server/src/platform/database/migrations/*.ts', { cwd: root }), write)
await writeSettings(write)
writeColumns(read, write)
await writeLimits(read, write)
await writeRetention(read, write)
