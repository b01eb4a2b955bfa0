import { connect } from 'node:net'
import type { LoadOrder } from './order.ts'

const restMs = 100

/** Keeps sockets open that send a login's head and one letter of its body, and opens another when one is ended. */
export function holdSlowSockets({ url, slowSockets = 0, addresses = ['127.0.0.1'] }: LoadOrder): () => void {
  const port = Number(new URL(url).port)
  const open = new Set<ReturnType<typeof connect>>()
  let isOver = false
  const add = (index: number) => {
    if (isOver) return
    const socket = connect({ port, host: '127.0.0.1', localAddress: addresses[index % addresses.length] ?? '' })
    open.add(socket)
    socket.write(
      'POST /api/getToken HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nc'
    )
    socket.on('error', () => undefined).resume()
    socket.on('close', () => {
      open.delete(socket)
      setTimeout(add, restMs, index)
    })
  }
  for (let index = 0; index < slowSockets; index += 1) add(index)
  return () => {
    isOver = true
    for (const socket of open) socket.destroy()
  }
}
