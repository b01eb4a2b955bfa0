// Writes docs/SETTINGS.md from the server's table of settings.
import { writeFileSync } from 'node:fs'
import { ensureBuilt } from './lib/build.mjs'
import { root } from './lib/run.mjs'
import { writeSettings } from './lib/settings-page.mjs'

await ensureBuilt()
await writeSettings((path, text) => writeFileSync(`${root}/${path}`, text))
