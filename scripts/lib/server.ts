import { spawn } from 'node:child_process'
import { root } from './run.ts'

interface StartedServer {
  url: string
  accounts: Record<'customerNumber' | 'userName' | 'password' | 'right' | 'company', string>[]
  stop: () => void
  ended: Promise<number>
}

/**
 * Starts the built server as a separate process and waits until it listens. If it exits before that, this process exits with the
 * same code: the server has then printed the reason.
 */
export async function startServer(settings: Record<string, string>): Promise<StartedServer> {
  const child = spawn(process.execPath, ['server/dist/programs/main.js'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })
  const ended = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
  // The terminal sends Ctrl+C to the server as well; this process only waits for its graceful shutdown.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const ready = new Promise<string>((resolve) =>
    child.on('message', (message) => resolve((message as { listening: string }).listening))
  )
  const first = await Promise.race([ready, ended])
  if (typeof first === 'number') process.exit(first)
  const answer = await fetch(`${first}/demo/accounts.json`)
  return { url: first, accounts: answer.ok ? await answer.json() : [], stop: () => child.kill('SIGTERM'), ended }
}
