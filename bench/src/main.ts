import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from '../../scripts/lib/run.ts'
import { askedOf, endWith } from '../../testing/runner.ts'
import { benchBuffers } from './buffers.ts'
import { benchEmbed } from './embed.ts'
import { benchIdle } from './idle.ts'
import { benchImport } from './import.ts'
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
  scroll: benchScroll,
  lists: benchLists,
  saves: benchSaves,
  server: benchServer,
  overload: benchOverload,
  letters: benchLetters,
  idle: benchIdle,
  zip: benchZip,
  import: benchImport,
  buffers: benchBuffers
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

const results: Measurement[] = []
for (const { name, part, count } of askedOf(all)) {
  const measured = await part(count)
  // The result is kept at once: a later part that fails takes nothing with it.
  keepPart(name, measured)
  results.push(...measured)
}
console.table(results)
console.log('Written to .cache/bench/results.json')
endWith(
  results.every(({ kept }) => kept),
  'A limit is exceeded.'
)
