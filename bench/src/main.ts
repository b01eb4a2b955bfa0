import { askedOf, endWith } from '../../testing/runner.ts'
import { benchBuffers } from './buffers.ts'
import { benchEmbed } from './embed.ts'
import { benchImport } from './import.ts'
import { benchLetters } from './letters.ts'
import { benchLists } from './lists.ts'
import type { Measurement } from './measurement.ts'
import { benchOverload } from './overload.ts'
import { benchSaves } from './saves.ts'
import { benchScroll } from './scroll.ts'
import { benchZip } from './zip.ts'

const all: Record<string, (count?: number) => Promise<Measurement[]>> = {
  embed: benchEmbed,
  scroll: benchScroll,
  lists: benchLists,
  saves: benchSaves,
  overload: benchOverload,
  letters: benchLetters,
  zip: benchZip,
  import: benchImport,
  buffers: benchBuffers
}

const results: Measurement[] = []
for (const { part, count } of askedOf(all)) {
  const measured = await part(count)
  // At once: a later part that fails takes nothing with it.
  console.table(measured)
  results.push(...measured)
}
endWith(
  results.every(({ kept }) => kept),
  'A limit is exceeded.'
)
