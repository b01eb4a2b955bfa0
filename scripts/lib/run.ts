import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project's folder, independent of the working directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/**
 * Arguments of Node for the product's programs: V8 uses two spaces of 16 MB for young objects, instead of 64 MB
 * (docs/decisions/0060-imports-in-batches.md), and Node loads the contract as the compiler wrote it, which saves the
 * 25 MB of the code that strips types (docs/decisions/0008-typescript-by-node.md). The files of `ops/` set the same in
 * NODE_OPTIONS.
 */
export const nodeArgs: readonly string[] = ['--max-semi-space-size=16', '--conditions=built']

interface Options {
  /** Collects the output instead of printing it. */
  quiet?: boolean
  env?: Record<string, string | undefined>
  cwd?: string
}

/** Runs a program in the project's folder and returns its exit code and, if `quiet`, its output. */
export function run(
  command: string,
  args: string[],
  { quiet = false, env = {}, cwd = root }: Options = {}
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }))
  })
}

/** Returns the path of a tool in node_modules; npx would cost half a second for each call. */
export function tool(name: string) {
  return `${root}/node_modules/.bin/${name}`
}

/** Ends the script with one sentence. */
export function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
