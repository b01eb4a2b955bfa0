import { createSemaphore } from '../lib/semaphore.ts'
import type { Typst } from './typst-process.ts'

export interface TypstPool {
  /** Runs the work with a process that does nothing else; waiting work gets a process in the order of the calls. */
  run<Result>(work: (typst: Typst) => Promise<Result>): Promise<Result>
  /** Ends the processes; work that runs or waits is rejected. */
  end(): Promise<void>
}

/**
 * Opens a pool of up to `size` Typst processes. The first starts now, each further one when all are busy, since it
 * costs some 120 MB. A process that died is replaced when it is needed.
 * @throws Error when the first process cannot be started
 */
export async function openTypstPool(size: number, start: () => Promise<Typst>): Promise<TypstPool> {
  const semaphore = createSemaphore(size)
  const idle = [await start()]
  const all = new Set(idle)
  let ended = false

  async function take(): Promise<Typst> {
    if (ended) throw new Error('letters are closed')
    const typst = idle.pop()
    if (typst?.alive()) return typst
    if (typst) all.delete(typst)
    const started = await start()
    all.add(started)
    if (ended) await started.end()
    return started
  }

  return {
    run: (work) =>
      semaphore.run(async () => {
        const typst = await take()
        try {
          return await work(typst)
        } finally {
          idle.push(typst)
        }
      }),
    async end() {
      ended = true
      await Promise.all(Array.from(all, (typst) => typst.end()))
    }
  }
}
