import { mkdirSync, writeFileSync } from 'node:fs'
import { root } from '../lib/run.mjs'
import { benchContacts } from './contacts.ts'
import { benchEmbed } from './embed.ts'
import { benchLayers } from './layers.ts'
import { benchJobs } from './jobs.ts'
import { benchLetters } from './letters.ts'
import { benchScroll } from './scroll.ts'
import { benchServer } from './server.ts'

/** One measured thing: a figure, what it is held against in the same run, and the limit that it should keep. */
export interface Measurement {
  readonly name: string
  readonly ours: string
  readonly floor: string
  readonly ratio: string
  readonly limit: string
  readonly kept: boolean
}

const all: Record<string, () => Promise<Measurement[]>> = {
  embed: benchEmbed,
  contacts: benchContacts,
  scroll: benchScroll,
  layers: benchLayers,
  server: benchServer,
  letters: benchLetters,
  jobs: benchJobs
}
const asked = process.argv.slice(2).filter((name) => name in all)
const results: Measurement[] = []
for (const name of asked.length > 0 ? asked : Object.keys(all)) results.push(...((await all[name]?.()) ?? []))

console.table(results)
mkdirSync(`${root}/.cache/bench`, { recursive: true })
writeFileSync(
  `${root}/.cache/bench/results.json`,
  `${JSON.stringify({ at: new Date().toISOString(), results }, null, 2)}\n`
)
console.log('Written to .cache/bench/results.json')
process.exit(0)
