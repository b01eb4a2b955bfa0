import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../testing/free-port.ts'
import { startProgram } from '../testing/process.ts'
import { type Account, accountOf, scratchFolder } from '../testing/product.ts'
import { Center } from './support/center.ts'
import { expect, test as base } from './support/test.ts'

/** The product on the embedded database, behind a proxy that goes on while the server restarts. */
const test = base.extend<{
  behind: { url: string; account: Account; refused: string[]; restart: () => Promise<void> }
}>({
  behind: [
    async ({}, use) => {
      const folder = await scratchFolder('restart')
      const settings = { DEMO: 'true', DATA_FOLDER: folder, PORT: String(await freePort()) }
      let running = await startProgram('main', settings)
      let back = Promise.resolve()
      let isAway = false
      const refused: string[] = []
      const proxy = createServer((incoming, outgoing) => {
        const { method = '', url = '', headers } = incoming
        if (isAway && url.startsWith('/api/') && !refused.includes(url)) {
          refused.push(url)
          outgoing.writeHead(503, { 'retry-after': '1', 'content-type': 'text/html' }).end('<h1>503</h1>')
          return
        }
        // A second request waits for the server: the test does not depend on how long that takes to start.
        void back.then(() => {
          const passed = request(running.url + url, { method, headers }, (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
            answer.pipe(outgoing)
          })
          passed.on('error', () => outgoing.destroy())
          incoming.pipe(passed)
        })
      })
      await once(proxy.listen(0, '127.0.0.1'), 'listening')
      const accounts = (await (await fetch(`${running.url}/demo/accounts.json`)).json()) as Account[]
      await use({
        url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
        account: accountOf({ accounts }, 'admin'),
        refused,
        async restart() {
          isAway = true
          const ended = running.end()
          // From now on: a file that is asked for while the server ends waits for the next one.
          back = ended.then(() => startProgram('main', settings)).then((program) => void (running = program))
          await ended
        }
      })
      await back
      proxy.closeAllConnections()
      proxy.close()
      await running.end()
      await rm(folder, { recursive: true, force: true })
    },
    { timeout: 180_000 }
  ]
})

const profile = expect.stringContaining('/api/webshopuser/getcurrentwebshopuser')

test('a restart of the server behind a proxy is no error on a screen, neither of an open element nor of one that starts', async ({
  page,
  behind
}) => {
  const center = new Center(page, `${behind.url}/plain.html`)
  await center.enter(behind.account)
  await expect(center.heading('Übersicht')).toBeVisible()
  // The code of the screens has come, which nobody asks for again.
  await page.waitForLoadState('networkidle')
  await behind.restart()
  await center.menu.getByRole('link', { name: 'Rechnungen' }).click()
  await expect(page.getByRole('status', { name: 'Wird geladen …' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Rechnungsnummer' })).toBeVisible()
  expect(behind.refused).toContain('/api/eventmanager/invoicebysubscriber')

  behind.refused.splice(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Rechnungsnummer' })).toBeVisible()
  expect(behind.refused).toEqual(expect.arrayContaining(['/api/eventmanager/invoicebysubscriber', profile]))
})
