import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const sample = fileURLToPath(new URL('../../docs/sample-backend/server.mjs', import.meta.url))

export interface SampleBackend {
  /** The address of its API. */
  readonly api: string
  readonly stop: () => void
}

/** Starts the sample backend, or a copy of its file. */
export async function startSample(file = sample): Promise<SampleBackend> {
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const stop = () => void child.kill()
  for await (const line of createInterface(child.stdout!)) {
    const [url] = /http:\/\/[\d.:]+/.exec(line) ?? []
    if (url !== undefined) return { api: `${url}/api`, stop }
  }
  throw new Error(`${file} has ended without an address`)
}

/** Logs in at a backend. */
export async function tokenAt(api: string, userName: string, customerNumber = '10041', password = 'sommer-2030') {
  const answer = await fetch(`${api}/getToken`, {
    method: 'POST',
    body: new URLSearchParams({ customerNumber, userName, password })
  })
  const { responseData } = (await answer.json()) as { responseData: { access_token: string } }
  return responseData.access_token
}
