import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network before a server, which a test can cut. */
export interface Network {
  /** The address of the server, through this network. */
  readonly url: string
  /** Carries nothing any more, and ends no connection: as a cable that is pulled, or a firewall that drops packets. */
  readonly cut: () => void
  /** Carries about as many more bytes of answers, then cuts. */
  readonly cutAfter: (bytes: number) => void
  /** Ends all connections, and new ones as soon as they are there. */
  readonly refuse: () => void
  /** Carries new connections. Those from before the cut stay as they were. */
  readonly restore: () => void
  /** Counts the connections that clients have open, also those that a cut network took and passes on to nobody. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

export async function startNetwork(target: string): Promise<Network> {
  const { hostname, port } = new URL(target)
  let state: 'carries' | 'cut' | 'refuses' = 'carries'
  let left = Infinity
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  const cut = (): void => {
    state = 'cut'
    // Later bytes are lost, but the end of a side is seen.
    for (const socket of sockets) socket.unpipe().resume()
    // A client that has gone already has said so: nothing would close its connection any more.
    for (const near of clients) if (near.readableEnded) near.destroy()
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    sockets.add(near)
    clients.add(near)
    near.on('error', () => undefined)
    near.once('close', () => clients.delete(near))
    near.once('end', () => state === 'carries' || near.destroy())
    if (state === 'refuses') near.resetAndDestroy()
    if (state === 'cut') near.resume()
    if (state !== 'carries') return
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    sockets.add(far)
    near.once('close', () => far.destroy())
    far.on('data', (bytes: Buffer) => {
      left -= bytes.length
      if (left <= 0) cut()
    })
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
    cut,
    cutAfter: (bytes) => void (left = bytes),
    refuse() {
      state = 'refuses'
      for (const socket of sockets) socket.resetAndDestroy()
    },
    restore() {
      state = 'carries'
      left = Infinity
    },
    connections: () => clients.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    }
  }
}
