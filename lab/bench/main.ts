import { askedOf, endWith } from '../../testing/runner.ts'
import { benchBuffers } from './buffers.ts'
import { benchEmbed } from './embed.ts'
import { benchImport } from './import.ts'
import { benchLetters } from './letters.ts'
import { benchLists } from './lists.ts'
import { machineOf } from './machine.ts'
import type { Measurement } from './measurement.ts'
import { benchOverload } from './overload.ts'
import { benchSaves } from './saves.ts'
import { benchScroll } from './scroll.ts'
import { benchZip } from './zip.ts'

interface Part {
  readonly run: (count?: number) => Promise<Measurement[]>
  readonly onPostgres: boolean
}

const all: Readonly<Record<string, Part>> = {
  embed: { run: benchEmbed, onPostgres: false },
  scroll: { run: benchScroll, onPostgres: false },
  lists: { run: benchLists, onPostgres: true },
  saves: { run: benchSaves, onPostgres: true },
  overload: { run: benchOverload, onPostgres: true },
  letters: { run: benchLetters, onPostgres: false },
  zip: { run: benchZip, onPostgres: true },
  import: { run: benchImport, onPostgres: true },
  buffers: { run: benchBuffers, onPostgres: true }
}

const results: Measurement[] = []
for (const { name, part, count } of askedOf(all)) {
  const measured = await part.run(count)
  // At once: a later part that fails takes nothing with it.
  console.log(`${name}: ${machineOf(part)}`)
  console.table(measured)
  results.push(...measured)
}
endWith(
  results.every(({ kept }) => kept),
  'A limit is exceeded.'
)
