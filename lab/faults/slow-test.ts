import { vitest } from '../../scripts/lib/steps.ts'
import type { Trial } from '../trial/trial.ts'

/** Makes a fault of a slow test of the server, which kills once or twice in `npm test`. */
export const slowTest = (name: string, file: string, kills: number): Trial => ({
  name,
  async run() {
    const { passed, failed } = await vitest(name, 'server', { KILLS: String(kills) }, [file])()
    return { tried: (passed + failed) * kills, broken: failed }
  }
})
