import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { nodeArgs, root, tool } from '../scripts/lib/run.ts'

type Env = Readonly<Record<string, string>>

let built: Promise<unknown> | undefined

/**
 * Brings `server/dist` up to date, once in a worker; call it in the `beforeAll` of files that start processes. They run
 * the build, because that is what runs in production, and because reading the sources takes a process 2 s of CPU before
 * it does anything.
 */
export async function buildServer(): Promise<void> {
  await (built ??= promisify(execFile)(process.execPath, [tool('tsc'), '-b', `${root}/server`]))
}

/** Returns the built file of a program: `main`, `worker`, `demo` … */
export const programFile = (name: string): string => `${root}/server/dist/programs/${name}.js`

/**
 * Runs a program, or a script of the tests, in a process of its own, which talks back with `process.send`.
 *
 * @param output whether its standard output and errors are shown, or left to the caller to read
 */
export function startChild(
  program: string | URL,
  env: Env,
  output: 'inherit' | 'pipe' = 'inherit',
  words: readonly string[] = []
): ChildProcess {
  return fork(typeof program === 'string' ? programFile(program) : program, words, {
    env: { ...process.env, ...env },
    // Arguments of Vitest's own processes are not for a program of production.
    execArgv: [...nodeArgs],
    stdio: ['ignore', output, output, 'ipc']
  })
}

/** Environment that makes a program one of the next version, which has the migration 0002-next-version. */
export const nextVersion: Env = {
  NODE_OPTIONS: `--import=${new URL('server/next-version.ts', import.meta.url).href}`
}

/** A server that listens, or a worker that waits for jobs. */
export interface Running {
  readonly child: ChildProcess
  readonly pid: number
  /** Address at which a server listens; empty for a worker. */
  readonly url: string
  /** Returns its output so far; empty where it is shown. */
  readonly log: () => string
  /** Ends it as an operator does, and waits for its end. */
  readonly end: () => Promise<void>
  readonly kill: () => Promise<void>
}

/**
 * Starts a program, on a free port unless `env` names one, and waits until it is ready.
 *
 * @throws Error if it ends before
 */
export async function startProgram(
  program: string | URL,
  env: Env = {},
  output: 'inherit' | 'pipe' = 'inherit'
): Promise<Running> {
  const child = startChild(program, { PORT: '0', LOG_LEVEL: 'error', ...env }, output)
  const exit = once(child, 'exit')
  // Its last output may arrive after its end.
  const closed = once(child, 'close')
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (log += text))
  const failed = exit.then(([code, signal]) => {
    throw new Error(`${String(program)} ended with ${code ?? signal}. ${log}`)
  })
  const ready = (await Promise.race([messageOf(child), failed])) as { readonly listening?: string }
  failed.catch(() => undefined)
  return {
    child,
    pid: child.pid ?? 0,
    url: ready.listening ?? '',
    log: () => log,
    async end() {
      child.kill('SIGTERM')
      await closed
    },
    async kill() {
      child.kill('SIGKILL')
      await closed
    }
  }
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Arguments of Node for a command. In a test V8 does not optimise the WebAssembly of the embedded database, on which a
 * command then takes 1.1 s of CPU instead of 1.8 s; a benchmark measures what runs in production.
 */
const commandArgs: readonly string[] = process.env['VITEST'] ? [...nodeArgs, '--liftoff-only'] : nodeArgs

/** Runs the provider's program with words of the command line, to its end. */
export function runProvider(words: readonly string[], env: Env): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...commandArgs, programFile('provider'), ...words],
      { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr })
    )
  })
}

/** Waits for the child's next message. */
export async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown]
  return message
}

/** Ends a process, by default as a power failure would: no handler of it runs. */
export async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}
