import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'
import { startApp } from '../../../../testing/server/app.ts'
import { makeCertificate, withoutOpenssl } from '../../../../testing/server/certificate.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test } from '../../../../testing/server/fixtures.ts'
import { readMetrics } from '../../../../testing/server/metrics.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'

test.skipIf(withoutOpenssl)('the metrics tell when the certificate of PUBLIC_URL ends', async ({ database }) => {
  const folder = await newFolder()
  const proxy = createServer(makeCertificate(folder, 'proxy', 'DNS:localhost')).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const publicUrl = `https://localhost:${(proxy.address() as AddressInfo).port}`
  const server = await startApp(database, {
    // Nothing listens at the mail server.
    config: {
      publicUrl,
      mail: { kind: 'smtp', url: new URL('smtps://127.0.0.1:1'), from: 'center@akademie.example' }
    }
  })
  const endOf = async (service: string) =>
    (await readMetrics(server.url)).valueOf(`certificate_end_timestamp_seconds{service="${service}"}`)
  await eventually(async () => expect(await endOf('public_url')).toBeDefined())
  const days = ((await endOf('public_url')) ?? 0) / 86_400 - Date.now() / 86_400_000
  expect(days).toBeGreaterThan(1.9)
  expect(days).toBeLessThan(2.1)
  expect(await endOf('mail')).toBeUndefined()
  await server.close()
  proxy.close()
})

test.skipIf(withoutOpenssl)('the metrics tell when a mail server’s certificate ends', async ({ database }) => {
  const folder = await newFolder()
  const certificate = makeCertificate(folder, 'mail', 'DNS:localhost')
  const asked: string[] = []
  const start = async (disabledCommands: string[]) => {
    const mailServer = new SMTPServer({
      ...certificate,
      disabledCommands,
      onConnect: (_session, callback) => {
        asked.push(disabledCommands.join())
        callback()
      }
    })
    mailServer.listen(0, '127.0.0.1')
    await once(mailServer.server, 'listening')
    const url = new URL(`smtp://localhost:${(mailServer.server.address() as AddressInfo).port}`)
    const server = await startApp(database, {
      config: { mail: { kind: 'smtp', url, from: 'center@akademie.example' } }
    })
    const end = async () => (await readMetrics(server.url)).valueOf('certificate_end_timestamp_seconds{service="mail"}')
    return {
      end,
      close: async () => {
        await server.close()
        await new Promise<void>((done) => mailServer.close(() => done()))
      }
    }
  }
  const [good, without] = [await start([]), await start(['STARTTLS'])]
  await without.end()
  await eventually(async () => expect(await good.end()).toBeDefined())
  const days = ((await good.end()) ?? 0) / 86_400 - Date.now() / 86_400_000
  expect(days).toBeGreaterThan(1.9)
  expect(days).toBeLessThan(2.1)
  await eventually(async () => expect(asked).toContain('STARTTLS'))
  expect(await without.end()).toBeUndefined()
  await good.close()
  await without.close()
})
