import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../../server/src/testing/postgres-binaries.ts'
import { freePort } from '../../server/src/testing/postgres.ts'
import type { Fault } from './fault.ts'
import { madeOf, type Product, type Running, saveAll, startProduct } from './product.ts'

const saves = 10_000

/** HAProxy before two servers, as docs/OPERATIONS.md has it. */
async function startHaproxy(ports: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'customer-center-haproxy-'))
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 90s
  timeout server 60s
  timeout http-keep-alive 60s
  timeout check 5s
frontend customers
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option redispatch
  option httpchk GET /readyz
  default-server check inter 1s fall 2 rise 1
${ports.map((one) => `  server s${one} 127.0.0.1:${one}`).join('\n')}
`
  )
  const child = spawn(findProgram('haproxy') ?? '', ['-q', '-f', file], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let isUp = false; !isUp;) {
    if (child.exitCode !== null) throw new Error('HAProxy does not start.')
    isUp = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false
    )
    await wait(100)
  }
  return {
    url,
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      rmSync(folder, { recursive: true })
    }
  }
}

async function restartInTurn(product: Product, ports: readonly number[], servers: Running[], isOver: () => boolean) {
  let restarts = 0
  for (let index = 0; !isOver(); index = (index + 1) % ports.length) {
    const old = servers[index]
    if (!old) return restarts
    const exit = once(old.child, 'exit')
    old.child.kill('SIGTERM')
    await exit
    servers[index] = await startServer(product, ports[index] ?? 0)
    restarts += 1
    // The proxy sends customers to one that its check has seen.
    await wait(2500)
  }
  return restarts
}

const startServer = (product: Product, port: number): Promise<Running> =>
  product.start('main', { PORT: String(port), DRAIN_SECONDS: '5', JOBS: 'worker' })

/** How often each status came. */
function countOf(statuses: readonly (number | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const status of statuses) counts[status ?? 'none'] = (counts[status ?? 'none'] ?? 0) + 1
  return counts
}

export const rollingRestart: Fault = {
  name: 'two servers behind HAProxy restart in turn; saves without an answer, with a failure, or not made',
  missing: () => (findProgram('haproxy') ? undefined : 'HAProxy'),
  async run() {
    const product = await startProduct(8)
    const ports = [await freePort(), await freePort()]
    const servers: Running[] = []
    for (const port of ports) servers.push(await startServer(product, port))
    const proxy = await startHaproxy(ports)
    let isOver = false
    const restarting = restartInTurn(product, ports, servers, () => isOver)
    const statuses = await saveAll(product, saves, () => proxy.url)
    isOver = true
    console.log(`  ${await restarting} restarts, answers:`, countOf(statuses))
    const lost = await product.lostSaves()
    await proxy.stop()
    await product.close()
    const through = madeOf(statuses)
    return { tried: statuses.length, through, lost: statuses.length - through + lost }
  }
}
