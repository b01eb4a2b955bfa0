import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'

// The tests run the sources, where Node strips the types itself, and the product runs dist/.
const workerFile = new URL(`./typst-worker${extname(import.meta.url)}`, import.meta.url)

/** Loading fonts takes 150 ms, and far longer on a busy machine, since the process has the lowest priority. */
const startLimitMs = 30_000

type WorkerReply = { ready: true } | { pdf: Uint8Array } | { error: string }

/** One running Typst process; it takes one document at a time. */
export interface Typst {
  alive(): boolean
  compile(template: string, data: string, files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array>
  end(): Promise<void>
}

/** Starts the process and waits until its fonts are loaded. */
export const startTypst = async (
  setup: { readonly folders: readonly string[]; readonly overrides: string; readonly fonts: readonly string[] },
  timeLimitMs: number
): Promise<Typst> => {
  const child = fork(workerFile, [JSON.stringify(setup)], {
    serialization: 'advanced',
    execArgv: [],
    // An empty environment keeps the server's passwords and keys out of a process that reads foreign text.
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  // Requests come before documents.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  // A failed process is never used again, even before its exit is reported.
  let failed = false
  child.on('exit', () => (failed = true)).on('error', () => (failed = true))

  const reply = (limitMs: number): Promise<WorkerReply> =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
      }
      const onMessage = (message: WorkerReply): void => {
        settle()
        resolve(message)
      }
      const fail = (reason: string): void => {
        settle()
        failed = true
        // SIGKILL, since a busy native compiler never returns to the event loop, which would handle another signal.
        child.kill('SIGKILL')
        reject(new Error(reason))
      }
      const onError = (error: Error): void => fail(`the Typst process ended (${error.message})`)
      const onExit = (code: number | null, signal: string | null): void =>
        fail(`the Typst process ended (${signal ?? `code ${code}`})`)
      const timer = setTimeout(() => fail(`no document after ${limitMs} ms`), limitMs)
      child.on('message', onMessage).on('exit', onExit).on('error', onError)
    })

  await reply(startLimitMs)
  return {
    alive: () => !failed,
    async compile(template, data, files) {
      const answer = reply(timeLimitMs)
      child.send({ template, data, files })
      const result = await answer
      if ('pdf' in result) return result.pdf
      throw new Error('error' in result ? result.error : 'the Typst process sent no document')
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
  }
}
