import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { root } from '../../scripts/lib/run.mjs'

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  readonly end: () => Promise<void>
}

/** A server in a process of its own, ours or a floor's, which says with `process.send` where it listens. */
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
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
