import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Account {
  readonly customerNumber: string
  readonly userName: string
  readonly password: string
  readonly right: string
  readonly company: string
}

export interface Product {
  readonly url: string
  readonly accounts: readonly Account[]
  readonly stop: () => Promise<void>
}

/** Starts the built product as a process of its own, on a fresh embedded database with the demo's data. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-e2e-'))
  const child = fork('server/dist/programs/main.js', {
    env: { ...process.env, PORT: '0', DEMO: 'true', LOG_LEVEL: 'error', DATA_FOLDER: folder, ...settings },
    execArgv: []
  })
  const [message] = (await once(child, 'message')) as [{ listening: string }]
  const answer = await fetch(`${message.listening}/demo/accounts.json`)
  return {
    url: message.listening,
    accounts: (await answer.json()) as Account[],
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Opens a session that no browser knows of, like one that a shop's server has requested. */
export async function tokenOf({ customerNumber, userName, password }: Account, product: Product): Promise<string> {
  const body = new URLSearchParams({ customerNumber, userName, password })
  const answer = await fetch(`${product.url}/api/getToken`, { method: 'POST', body })
  return ((await answer.json()) as { responseData: { access_token: string } }).responseData.access_token
}

/** Returns the admins of two companies. */
export function adminsOf({ accounts }: Product): [Account, Account] {
  const found = accounts.filter(({ right }) => right === 'admin')
  const other = found.find(({ company }) => company !== found[0]?.company)
  if (!found[0] || !other) throw new Error('The demo has admins of one company alone.')
  return [found[0], other]
}
