import type { Measurement } from '../trial/measurement.ts'
import type { Trial, TrialRoom } from '../trial/trial.ts'
import { benchBuffers } from './buffers.ts'
import { benchEmbed } from './embed.ts'
import { benchImport } from './import.ts'
import { benchLetters } from './letters.ts'
import { benchLists } from './lists.ts'
import { benchOverload } from './overload.ts'
import { benchSaves } from './saves.ts'
import { benchScroll } from './scroll.ts'
import { benchZip } from './zip.ts'

const bench = (name: string, measure: (count?: number) => Promise<Measurement[]>): Trial => ({
  name,
  async run(count) {
    const measured = await measure(count)
    return { tried: measured.length, broken: measured.filter(({ kept }) => !kept).length, measured }
  }
})

export const benches: TrialRoom = {
  trials: {
    embed: bench('Time and bytes until the tiles are painted, and until buttons answer', benchEmbed),
    scroll: bench('The scroll through a long list, and the time of everyday acts, with a slow processor', benchScroll),
    lists: bench('Rate, p99, CPU and memory of lists among a million rows', benchLists),
    saves: bench('Time and CPU of a save right after a first import of 100,000 contacts', benchSaves),
    overload: bench('Answers beside more calls than the server carries, and beside attacks', benchOverload),
    letters: bench('Letters a second, and the memory of the processes that make them', benchLetters),
    zip: bench('Rate and memory of a thousand documents in one ZIP file', benchZip),
    import: bench('Rows a second, memory, and the calls of customers while rows come in', benchImport),
    buffers: bench('Pages that each statement touches among ten million rows', benchBuffers)
  }
}
