import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const workerFile = fileURLToPath(new URL('../../src/letters/worker.mjs', import.meta.url))

type Reply = { ready: true } | { pdf: Uint8Array } | { error: string }

/** One running Typst process; it takes one document at a time. */
export interface Typst {
  alive(): boolean
  compile(file: string, data: string): Promise<Uint8Array>
  end(): Promise<void>
}

/** Starts the process and waits until its fonts are loaded. */
export const startTypst = async (setup: { templates: string; fonts: string[] }, timeLimit: number): Promise<Typst> => {
  const child = fork(workerFile, [JSON.stringify(setup)], {
    serialization: 'advanced',
    execArgv: [],
    // No passwords or keys of the server in a process that reads foreign text.
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  // A process that died between two letters: the next one sees it by alive(), nobody listens for this event.
  child.on('error', () => undefined)
  const running = (): boolean => child.exitCode === null && child.signalCode === null

  const reply = (): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit).off('error', onError)
      }
      const onMessage = (message: Reply): void => {
        settle()
        resolve(message)
      }
      const onError = (error: Error): void => {
        settle()
        reject(error)
      }
      const onExit = (code: number | null, signal: string | null): void =>
        onError(new Error(`the Typst process ended (${signal ?? `code ${code}`})`))
      const timer = setTimeout(() => {
        // SIGKILL, since the native compiler never returns to the event loop that would answer another signal.
        child.kill('SIGKILL')
        onError(new Error(`no document after ${timeLimit} ms`))
      }, timeLimit)
      child.on('message', onMessage).on('exit', onExit).on('error', onError)
    })

  await reply()
  return {
    alive: () => running() && child.connected,
    async compile(file, data) {
      const answer = reply()
      child.send({ file, data })
      const result = await answer
      if ('pdf' in result) return result.pdf
      throw new Error('error' in result ? result.error : 'the Typst process sent no document')
    },
    async end() {
      if (!running()) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
  }
}
