import { vitest } from '../../scripts/lib/steps.ts'
import type { Fault } from './fault.ts'

/** Makes a fault of a slow test of the server, which kills once or twice in `npm test`. */
export const slowTest = (name: string, file: string, kills: number): Fault => ({
  name,
  async run() {
    const { passed, failed } = await vitest(name, 'server', { KILLS: String(kills) }, [file])()
    return { tried: (passed + failed) * kills, through: passed * kills, lost: failed }
  }
})
