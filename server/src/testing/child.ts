import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Runs a TypeScript source in a process of its own, which talks back with `process.send`. */
export function startChild(source: URL, env: Readonly<Record<string, string>>): ChildProcess {
  const runner = fileURLToPath(new URL('./run-typescript.mjs', import.meta.url))
  return fork(runner, [fileURLToPath(source)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })
}

/** The child's next message. */
export async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown]
  return message
}

/** As a power failure of the process: no handler of it runs. */
export async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
