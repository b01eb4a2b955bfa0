import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../testing/free-port.ts'
import type { Running } from '../../testing/process.ts'
import { haproxy, lacksForProxy, nginx, type Proxy, startProxy } from '../proxy/proxy.ts'
import type { Trial } from '../trial/trial.ts'
import { type FaultProduct, saveWithoutLoss, startProduct } from './product.ts'

const saves = 10_000

async function restartInTurn(
  product: FaultProduct,
  ports: readonly [number, number],
  servers: Running[],
  isOver: () => boolean
) {
  let restarts = 0
  for (let index = 0; !isOver(); index = (index + 1) % ports.length) {
    const old = servers[index]
    if (!old) return restarts
    await old.end()
    servers[index] = await startServer(product, ports[index] ?? 0)
    restarts += 1
    // The proxy sends customers to a server that its check has seen.
    await wait(2500)
  }
  return restarts
}

const startServer = (product: FaultProduct, port: number): Promise<Running> =>
  product.start('main', { PORT: String(port), DRAIN_SECONDS: '5', JOBS: 'worker' })

const restartBehind = (name: string, proxy: Proxy): Trial => ({
  name: `two servers behind ${name} restart in turn; saves without an answer, with a failure, or not made`,
  missing: () => lacksForProxy(proxy),
  async run() {
    const product = await startProduct(8)
    const ports = [await freePort(), await freePort()] as const
    const servers: Running[] = []
    for (const port of ports) servers.push(await startServer(product, port))
    const running = await startProxy(proxy, ports)
    await running.ready()
    let isOver = false
    const restarting = restartInTurn(product, ports, servers, () => isOver)
    const outcome = await saveWithoutLoss(product, saves, running.url)
    isOver = true
    console.log(`  ${await restarting} restarts`)
    await running.end()
    await product.close()
    return outcome
  }
})

export const rollingRestart = restartBehind('HAProxy', haproxy)
export const rollingRestartNginx = restartBehind('nginx', nginx)
