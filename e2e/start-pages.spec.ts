import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Center } from './support/center.ts'
import { account, readStartPage, watchConsole } from './support/start-page.ts'

const path = (name: string) => new URL(`../${name}`, import.meta.url).pathname

/** Starts a program at the port that its page names, and waits for its first line. */
async function startBackend(file: string, cwd: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('a plain page shows the customer center of the sample backend', async ({ page }) => {
  const { files } = await readStartPage('plain-page')
  const body = files.get('konto.html')
  const backend = await startBackend('docs/sample-backend/server.mjs', path(''))
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const faults = watchConsole(page)
    const center = new Center(page, `http://127.0.0.1:${(server.address() as AddressInfo).port}/konto.html`)
    await center.open()
    await center.logIn(account)
    await center.open('invoices')
    await expect(page.locator('customer-center')).toContainText('1.782,00 €')
    expect(faults).toEqual([])
  } finally {
    server.close()
    backend.kill()
  }
})

test('the backend of the page shows its list in the elements of the package', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'start-page-'))
  await mkdir(join(folder, 'node_modules/@customer-center/elements'), { recursive: true })
  await symlink(path('elements/dist'), join(folder, 'node_modules/@customer-center/elements/lib'))
  const { files } = await readStartPage('backend')
  await writeFile(join(folder, 'server.mjs'), files.get('server.mjs') ?? '')
  const backend = await startBackend('server.mjs', folder)
  try {
    const faults = watchConsole(page)
    const center = new Center(page, 'http://127.0.0.1:4100/')
    await center.open('orders')
    await center.logIn(account)
    await expect(center.heading('Bestellungen')).toBeVisible()
    await expect(page.locator('customer-center')).toContainText('Excel für Fortgeschrittene')
    expect(faults).toEqual([])
  } finally {
    backend.kill()
    await rm(folder, { recursive: true })
  }
})
