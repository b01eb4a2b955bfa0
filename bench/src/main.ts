import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from '../../scripts/lib/run.ts'
import { benchChanges } from './changes.ts'
import { benchConfirmations } from './confirmations.ts'
import { benchContacts } from './contacts.ts'
import { benchEmbed } from './embed.ts'
import { benchLayers } from './layers.ts'
import { benchIdle } from './idle.ts'
import { benchImport } from './import.ts'
import { benchJobs } from './jobs.ts'
import { benchLists } from './lists.ts'
import { benchLetters } from './letters.ts'
import { benchSaves } from './saves.ts'
import { benchScroll } from './scroll.ts'
import type { Measurement } from './measurement.ts'
import { benchOverload } from './overload.ts'
import { benchServer } from './server.ts'
import { benchZip } from './zip.ts'

const all: Record<string, (count?: number) => Promise<Measurement[]>> = {
  embed: benchEmbed,
  contacts: benchContacts,
  scroll: benchScroll,
  layers: benchLayers,
  lists: benchLists,
  saves: benchSaves,
  server: benchServer,
  overload: benchOverload,
  letters: benchLetters,
  idle: benchIdle,
  jobs: benchJobs,
  confirmations: benchConfirmations,
  zip: benchZip,
  changes: benchChanges,
  import: benchImport
}

/** The newest results of a part, and their time. */
interface Part {
  readonly at: string
  readonly results: readonly Measurement[]
}

const file = `${root}/.cache/bench/results.json`

/** Reads the last results of all parts; none before the first run, or where an older program has written the file. */
function readParts(): Record<string, Part> {
  if (!existsSync(file)) return {}
  const { parts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { readonly parts?: Record<string, Part> }
  return parts
}

function keepPart(name: string, results: readonly Measurement[]): void {
  mkdirSync(dirname(file), { recursive: true })
  const parts = { ...readParts(), [name]: { at: new Date().toISOString(), results } }
  writeFileSync(file, `${JSON.stringify({ parts }, null, 2)}\n`)
}

/** Parses names, each of which may have an amount: `import=1000000`. */
const asked = new Map(
  process.argv.slice(2).map((word) => {
    const [name = '', count] = word.split('=')
    return [name, count] as const
  })
)
const unknown = [...asked.keys()].filter((name) => !Object.hasOwn(all, name))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}
const results: Measurement[] = []
for (const [name, measure] of Object.entries(all)) {
  if (asked.size > 0 && !asked.has(name)) continue
  const count = asked.get(name)
  const measured = await measure(count === undefined ? undefined : Number(count))
  // The result is kept at once: a later part that fails takes nothing with it.
  keepPart(name, measured)
  results.push(...measured)
}

console.table(results)
console.log('Written to .cache/bench/results.json')
process.exit(results.every(({ kept }) => kept) ? 0 : 1)
