import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Overrides, startApp, type TestApp } from './app.ts'
import { test as serverTest } from './fixtures.ts'

export const formHead = (path: string, length: number) => [
  `POST ${path} HTTP/1.1`,
  'Content-Type: application/x-www-form-urlencoded',
  `Content-Length: ${length}`
]

/** Writes the head of the save that every right may make, or of another call. */
export const saveHead = (authorization: string | undefined, length: number, call = 'PUT /api/webshopuser') => [
  `${call} HTTP/1.1`,
  `Authorization: ${authorization}`,
  'Content-Type: application/json',
  `Content-Length: ${length}`
]

/** Reads the status of the answer, once the server has ended the connection. */
export const statusOf = async (socket: Socket) => Number((await text(socket)).split(' ')[1])

/** The `test` with servers of their own, and requests whose bytes it sends one by one. */
export const test = serverTest
  .extend('servers', ({ database }, { onCleanup }) => {
    const ending: (() => unknown)[] = []
    // The last one ends first: a server that closes waits for the sockets.
    onCleanup(async () => {
      for (const end of ending.toReversed()) await end()
    })
    const start = async (overrides: Overrides = {}): Promise<TestApp> => {
      const server = await startApp(database, overrides)
      ending.push(server.close)
      return server
    }
    const open = async (server: TestApp): Promise<Socket> => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      ending.push(() => socket.destroy())
      await once(socket, 'connect')
      socket.on('error', () => undefined)
      return socket
    }
    const begin = async (server: TestApp, head: readonly string[], body: string): Promise<Socket> => {
      const socket = await open(server)
      socket.write([...head, 'Host: x', 'Connection: close', '', body].join('\r\n'))
      return socket
    }
    return { start, begin, connect: open }
  })
  .extend('start', ({ servers }) => servers.start)
  /** Sends the head of a request and the beginning of its body; the rest is up to the test. */
  .extend('begin', ({ servers }) => servers.begin)

type Begin = (server: TestApp, head: readonly string[], body: string) => Promise<Socket>

/** Begins the save of a person whom the server knows, and sends no more than its first letter. */
export async function hangSave(
  begin: Begin,
  server: TestApp,
  { authorization }: Record<string, string>
): Promise<Socket> {
  const arriving = once(server.app.server, 'request')
  const socket = await begin(server, saveHead(authorization, 1000), '{')
  await arriving
  return socket
}
