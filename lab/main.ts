import { ensureBrowser } from '../scripts/lib/browser.ts'
import { stop } from '../scripts/lib/run.ts'
import { runTrials } from './trial/run-trials.ts'
import type { TrialRoom } from './trial/trial.ts'

/** The rooms by the npm command; each loads its own packages alone. */
const rooms: Readonly<Record<string, () => Promise<TrialRoom>>> = {
  attack: async () => (await import('./attack/attacks.ts')).attacks,
  faults: async () => (await import('./faults/faults.ts')).faults,
  async bench() {
    process.env['CHROMIUM'] = await ensureBrowser()
    return (await import('./bench/benches.ts')).benches
  },
  ship: async () => (await import('./ops/ways.ts')).ways
}

const [name = '', ...words] = process.argv.slice(2)
const load = rooms[name] ?? stop(`There is no ${name}. There are: ${Object.keys(rooms).join(', ')}.`)
await runTrials(await load(), words)
