// Writes docs/SETTINGS.md from the server's table of settings.
import { writeFileSync } from 'node:fs'
import { root } from './lib/run.ts'
import { writeSettings } from './lib/settings-page.ts'

await writeSettings((path, text) => writeFileSync(`${root}/${path}`, text))
