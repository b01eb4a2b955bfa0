import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../scripts/lib/server.ts'

interface Login {
  readonly customerNumber: string
  readonly userName: string
  readonly password: string
}

/** Makes a folder for one run of a bench. */
export function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), 'customer-center-bench-'))
}

/** Starts the built product with its demo, on a free port. `close` ends it and deletes its data. */
export async function startDemo(dataFolder = scratchFolder()) {
  const server = await startServer({ DEMO: 'true', PORT: '0', DATA_FOLDER: dataFolder, LOG_LEVEL: 'error' })
  const stop = async () => {
    server.stop()
    await server.ended
  }
  const close = async () => {
    await stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
  return { url: server.url, admin: server.accounts.find(({ right }) => right === 'admin'), dataFolder, stop, close }
}

/** @returns the session's access token */
export async function logIn(url: string, login: Login | undefined): Promise<string> {
  if (!login) throw new Error('The demo has no admin.')
  const { customerNumber, userName, password } = login
  const body = new URLSearchParams({ customerNumber, userName, password, getRefreshToken: 'true' })
  const answer = await fetch(`${url}/api/getToken`, { method: 'POST', body })
  const { responseData } = (await answer.json()) as { responseData: { access_token: string } | null }
  if (!responseData) throw new Error(`The bench could not log in: ${answer.status}`)
  return responseData.access_token
}

/** Returns a page that embeds the customer center alone. */
export function oursPage(token: string): string {
  return `<!doctype html><html lang="de"><meta charset="utf-8"><title>Ours</title><customer-center session-token="${token}" config-url="/elements/assets/config.prod.json" texts-url="/elements/assets/"></customer-center><script type="module" src="/elements/customer-center.js"></script></html>`
}
