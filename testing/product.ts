import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, startProgram } from './process.ts'

/** Names and password with which a person logs in. */
interface Login {
  readonly customerNumber: string
  readonly userName: string
  readonly password: string
}

export interface Account extends Login {
  readonly right: string
  readonly company: string
}

/** The built product with its demo, in a process of its own. */
export interface Product extends Pick<Running, 'url' | 'pid'> {
  readonly accounts: readonly Account[]
  /** Ends it and deletes its data. */
  readonly stop: () => Promise<void>
}

/**
 * Makes a folder for one run. The caller deletes it.
 *
 * @param purpose part of its name
 */
export const scratchFolder = (purpose: string): Promise<string> =>
  mkdtemp(join(tmpdir(), `customer-center-${purpose}-`))

/** Environment variable that names the data folder with the demo of this run (`demo-template.ts`). */
export const demoTemplate = 'DEMO_TEMPLATE'

/** Starts the built product with its demo, on an embedded database of its own unless `settings` name another. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const folder = settings['DATA_FOLDER'] ?? (await scratchFolder('demo'))
  const template = process.env[demoTemplate]
  if (template && !settings['DATA_FOLDER']) await cp(template, folder, { recursive: true })
  const { url, pid, end } = await startProgram('main', { DEMO: 'true', ...settings, DATA_FOLDER: folder })
  const answer = await fetch(`${url}/demo/accounts.json`)
  return {
    url,
    pid,
    accounts: (await answer.json()) as Account[],
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Opens a session that no browser knows of, like one that a shop's server has requested. */
export async function tokenOf(
  { customerNumber, userName, password }: Login,
  { url }: { url: string }
): Promise<string> {
  const body = new URLSearchParams({ customerNumber, userName, password })
  const answer = await fetch(`${url}/api/getToken`, { method: 'POST', body })
  const { responseData } = (await answer.json()) as { responseData: { access_token: string } | null }
  if (!responseData) throw new Error(`${userName} cannot log in: ${answer.status}`)
  return responseData.access_token
}

/** Returns the first account with a right. */
export function accountOf({ accounts }: Pick<Product, 'accounts'>, right: string): Account {
  const found = accounts.find((account) => account.right === right)
  if (!found) throw new Error(`The demo has no account with the right ${right}.`)
  return found
}

/** Returns the admins of two companies. */
export function adminsOf({ accounts }: Pick<Product, 'accounts'>): [Account, Account] {
  const found = accounts.filter(({ right }) => right === 'admin')
  const other = found.find(({ company }) => company !== found[0]?.company)
  if (!found[0] || !other) throw new Error('The demo has admins of one company alone.')
  return [found[0], other]
}
