import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { OperatorError } from '../platform/config/operator-error.ts'
import { errorCode } from '../platform/database/errors.ts'

/**
 * Begins to listen.
 * @param setting name of the setting with the port
 * @returns the address
 * @throws OperatorError if the port cannot be used
 */
export async function listenOn(app: FastifyInstance, host: string, setting: string, port: number): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE: `The port ${port} is taken: stop what uses it, or set ${setting} to another one.`,
      EACCES: `The port ${port} may not be used by this user: set ${setting} to another one, such as 3000.`,
      EADDRNOTAVAIL: `This machine has no address ${host}: set HOST to one that it has.`,
      ENOTFOUND: `The name ${host} is not known: set HOST to an address of this machine.`
    }
    const other = `The server cannot listen on ${host}, port ${port} (${errorCode(error)}).`
    throw new OperatorError(reasons[errorCode(error)] ?? other, { cause: error })
  }
}

const otherLoopback: Readonly<Record<string, string>> = { '127.0.0.1': '::1', '::1': '127.0.0.1' }

/**
 * Accepts connections at the other loopback address, too: a browser tries both for `localhost`. The server of `app`
 * serves them, with all of its limits.
 * @param host at which `app` listens
 * @param stopping aborts when no more connections are wanted
 */
export async function listenOnOtherLoopback(
  app: FastifyInstance,
  host: string,
  port: number,
  stopping: AbortSignal
): Promise<void> {
  const other = otherLoopback[host]
  if (other === undefined) return
  const server = createServer({ noDelay: true }, (socket) => app.server.emit('connection', socket))
  try {
    await once(server.listen({ host: other, port, signal: stopping }), 'listening')
  } catch (error) {
    // A machine without IPv6 has one address alone.
    app.log.info({ code: errorCode(error) }, `nothing listens on ${other}, port ${port}`)
  }
}
