// Writes docs/SETTINGS.md from the server's table of settings.
import { writeFileSync } from 'node:fs'
import { ensureBuilt } from './lib/build.mjs'
import { ensurePackages } from './lib/install.mjs'
import { root } from './lib/run.mjs'
import { writeSettings } from './lib/settings-page.mjs'

await ensurePackages()
await ensureBuilt()
await writeSettings((path, text) => writeFileSync(`${root}/${path}`, text))
