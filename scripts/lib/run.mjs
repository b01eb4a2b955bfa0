import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project's folder, independent of the working directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/**
 * Runs a program in the project's folder and returns its exit code and, if `quiet`, its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string | undefined>, cwd?: string }} [options] quiet collects the output instead of showing it
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { quiet = false, env = {}, cwd = root } = {}) {
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

/**
 * The path of a tool in node_modules; npx would cost half a second a call.
 *
 * @param {string} name
 */
export function tool(name) {
  return `${root}/node_modules/.bin/${name}`
}

/**
 * Ends the script with one sentence.
 *
 * @param {string} sentence
 * @returns {never}
 */
export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
