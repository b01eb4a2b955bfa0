import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Tells whether nobody has a port now. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/**
 * Finds a free port, or the first of several in a row, for a program whose address has to be known before it starts.
 * The port is below those that a system gives to sockets that name none (from 32768 on): another test would get such a
 * port before the program listens on it.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 32_000)
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)))
    if (free.every(Boolean)) return first
  }
}
