import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network before a server, which a test can take away. */
export interface Network {
  /** The address of the server, through this network. */
  readonly url: string
  /** Carries nothing any more, and ends no connection: as a cable that is pulled, or a firewall that drops packets. */
  readonly cut: () => void
  /** Carries what connects from now on. What was connected before the cut stays as it was. */
  readonly restore: () => void
  readonly close: () => Promise<void>
}

export async function startNetwork(target: string): Promise<Network> {
  const { hostname, port } = new URL(target)
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    sockets.add(near)
    near.on('error', () => undefined)
    if (isCut) return
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    sockets.add(far)
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore: () => void (isCut = false),
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    }
  }
}
