import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The server's folder. */
const server = fileURLToPath(new URL('../..', import.meta.url))

let built: Promise<unknown> | undefined

/**
 * Brings `dist` up to date, once in a worker; call it in the `beforeAll` of files that start processes. They run the
 * build, because that is what runs in production, and because reading the sources takes a process 2 s of CPU before it
 * does anything.
 */
export async function buildServer(): Promise<void> {
  await (built ??= promisify(execFile)(process.execPath, [`${server}../node_modules/typescript/bin/tsc`, '-b', server]))
}

/** Returns the built file of a program: `main`, `worker`, `demo` … */
export const programFile = (name: string): string => `${server}dist/programs/${name}.js`

/**
 * Runs a program, or a script of the tests, in a process of its own, which talks back with `process.send`.
 * @param output whether its standard output and errors are shown, or left to the caller to read
 */
export function startChild(
  program: string | URL,
  env: Readonly<Record<string, string>>,
  output: 'inherit' | 'pipe' = 'inherit'
): ChildProcess {
  return fork(typeof program === 'string' ? programFile(program) : program, {
    env: { ...process.env, ...env },
    // Arguments of Vitest's own processes are not for a program of production.
    execArgv: [],
    stdio: ['ignore', output, output, 'ipc']
  })
}

/** The end of a program, and its output. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the provider's program with words of the command line, to its end. */
export function runProvider(words: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [programFile('provider'), ...words],
      { env: { ...process.env, ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr })
    )
  })
}

/** Waits for the child's next message. */
export async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown]
  return message
}

/** Kills the process as a power failure would: no handler of it runs. */
export async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
