// Writes the tables of docs/ that the code says: settings, columns of imports, limits.
import { readFileSync, writeFileSync } from 'node:fs'
import { root } from './lib/run.ts'
import { writeColumns } from './lib/import-page.ts'
import { writeLimits } from './lib/limits-page.ts'
import { writeSettings } from './lib/settings-page.ts'

const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const write = (path: string, text: string) => writeFileSync(`${root}/${path}`, text)

await writeSettings(write)
writeColumns(read, write)
await writeLimits(read, write)
