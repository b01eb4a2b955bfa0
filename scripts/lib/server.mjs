import { spawn } from 'node:child_process'
import { root } from './run.mjs'

/** @typedef {{ customerNumber: string, userName: string, password: string, right: string, company: string }} Account */

/**
 * Starts the built server as a separate process and waits until it listens. If it exits before that, this process exits with the
 * same code: the server has then printed the reason.
 *
 * @param {Record<string, string>} settings
 * @returns {Promise<{ url: string, accounts: Account[], stop: () => void, ended: Promise<number> }>}
 */
export async function startServer(settings) {
  const child = spawn(process.execPath, ['server/dist/programs/main.js'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
  // The terminal sends Ctrl+C to the server as well; this process only waits for its graceful shutdown.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  /** @type {Promise<string>} */
  const ready = new Promise((resolve) =>
    child.on('message', (message) => resolve(/** @type {{ listening: string }} */ (message).listening))
  )
  const first = await Promise.race([ready, ended])
  if (typeof first === 'number') process.exit(first)
  const answer = await fetch(`${first}/demo/accounts.json`)
  return { url: first, accounts: answer.ok ? await answer.json() : [], stop: () => child.kill('SIGTERM'), ended }
}
