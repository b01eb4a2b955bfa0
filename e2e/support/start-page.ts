import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { filesOfPage } from '../../scripts/lib/page-files.ts'

/** The person whom each page of docs/start names for the first login. */
export const account = { customerNumber: '10041', userName: 'katharina@example.com', password: 'sommer-2030' }

interface StartPage {
  readonly files: ReadonlyMap<string, string>
  /** Address in the browser. */
  readonly address: string
}

/** Reads a page of docs/start, which names the account, too. */
export async function readStartPage(name: string): Promise<StartPage> {
  const text = await readFile(new URL(`../../docs/start/${name}.md`, import.meta.url), 'utf8')
  for (const value of Object.values(account)) expect(text).toContain(value)
  return { files: filesOfPage(text), address: /`(http:\/\/localhost:\d+\/)`/.exec(text)?.[1] ?? '' }
}

/** Starts a command of a page, and waits until its address answers; nothing else may answer there before. */
export async function startCommand(command: string, cwd: string, address: string): Promise<ChildProcess> {
  const answers = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false
    )
  expect(await answers(), `another program is at ${address}`).toBe(false)
  // Its own group of processes: npm starts the program by a shell, and ends without it.
  const child = spawn('sh', ['-c', command], { cwd, detached: true, stdio: ['ignore', 'ignore', 'inherit'] })
  await expect.poll(answers, { timeout: 60_000, message: command }).toBe(true)
  return child
}

/** Ends a command with all that it has started. */
export function stopCommand({ pid }: ChildProcess): void {
  if (pid) process.kill(-pid)
}

/** Collects what the console complains of. */
export function watchConsole(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}
