import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../../scripts/lib/run.ts'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  readonly end: () => Promise<void>
}

/**
 * Starts a server in a process of its own, ours or a floor's, with the Node that runs this; it tells its address with
 * `process.send`.
 */
export async function startProcess(file: string, settings: Record<string, string>): Promise<ServerProcess> {
  const child = fork(file, { cwd: root, env: { ...process.env, ...settings }, execArgv: [] })
  const [message] = (await once(child, 'message')) as [{ listening: string }]
  return {
    url: message.listening,
    pid: child.pid ?? 0,
    async end() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    }
  }
}

export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}
