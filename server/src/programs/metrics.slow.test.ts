// On PostgreSQL alone: a worker needs a server, and the network to it is cut.

import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { buildServer, startProgram } from '../../../testing/process.ts'
import { eventually } from '../../../testing/server/eventually.ts'
import { readMetrics } from '../../../testing/server/metrics.ts'
import { startNetwork } from '../../../testing/server/network.ts'
import { createInstallation } from '../../../testing/server/test-database.ts'

beforeAll(buildServer)

test('a worker has its metrics on a port of its own, for whoever has the token', async () => {
  const installation = await createInstallation()
  const token = 'canary-of-the-scraper'
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = { ...installation, METRICS_PORT: String(port), METRICS_TOKEN: token }
  const worker = await startProgram('worker', env)
  onTestFinished(worker.end)
  expect((await readMetrics(address)).status).toBe(401)
  const { status, valueOf, text } = await readMetrics(address, { authorization: `Bearer ${token}` })
  expect([status, valueOf('database_up'), valueOf('letters_total')]).toEqual([200, 1, 0])
  expect(valueOf('job_runs_total{kind="server-function",group="",outcome="completed"}')).toBe(0)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect((await fetch(`${address}/`)).status).toBe(404)
})

test('a server answers a scrape while the network to its database drops all packets, and says so', async () => {
  const installation = await createInstallation()
  const network = await startNetwork(installation.DATABASE_URL)
  const server = await startProgram('main', { ...installation, DATABASE_URL: network.url, LOG_LEVEL: 'silent' })
  onTestFinished(async () => {
    await server.kill()
    await network.close()
  })
  network.cut()
  const cut = await readMetrics(server.url)
  expect([cut.status, cut.valueOf('database_up')]).toEqual([200, 0])
  expect(cut.text).not.toMatch(/^customer_center_shared/m)
  network.restore()
  await eventually(async () => expect((await readMetrics(server.url)).valueOf('database_up')).toBe(1))
})
