import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Closes each connection after its last answer once the server is stopping. Connections without any request, which
 * browsers open in advance, are closed at once. Node closes only connections that are idle after a request; the others
 * would keep the process alive for the whole idle timeout.
 * @param stopping aborts when the server begins to stop, which may be some time before it closes: if a connection
 * closes while a proxy sends a request on it, the proxy does not know whether it may repeat the request
 */
export function closeConnectionsOnShutdown(app: FastifyInstance, stopping: AbortSignal): void {
  let isClosing = false
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing || stopping.aborted) void reply.header('connection', 'close')
  })
  // An answer that began earlier has already sent keep-alive.
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether closing waits for the request. */
    isRunning: boolean
    /** Whether its handler has begun. */
    isHandled: boolean
  }
}

/**
 * Lets closing wait for handlers whose clients have disconnected or got a timeout: Node only counts connections, and
 * the database must not be closed while a request uses it.
 */
export function finishRequestsOnShutdown(app: FastifyInstance): void {
  // The decorator is also for requests outside of the API, which are not authenticated.
  app.decorateRequest('authentication', null)
  app.decorateRequest('isRunning', false)
  app.decorateRequest('isHandled', false)
  let running = 0
  let whenIdle: () => void = () => undefined
  const begin = (request: FastifyRequest): void => {
    if (!request.isRunning) running += 1
    request.isRunning = true
  }
  const end = (request: FastifyRequest): void => {
    if (request.isRunning) running -= 1
    request.isRunning = false
    if (running === 0) whenIdle()
  }

  app.addHook('onRequest', async (request) => begin(request))
  // A request without a handler here was refused earlier: by authentication, or by the time limit.
  app.addHook('onSend', async (request) => {
    if (request.isHandled) return
    if (request.authentication === null) end(request)
    else void request.authentication.catch(() => undefined).then(() => end(request))
  })
  // A body that is aborted before it has a listener emits no event: the request would be neither handled nor answered.
  app.addHook('preParsing', async (request, reply) => {
    if (!request.socket.destroyed) return
    reply.hijack()
    end(request)
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      request.isHandled = true
      begin(request)
      let result: unknown
      try {
        result = handler.call(this, request, reply)
        return result
      } finally {
        // A handler without a promise sends a file, which needs no database.
        const settled = Promise.resolve(result)
        void settled.catch(() => undefined).then(() => end(request))
      }
    }
  })
  app.addHook('onClose', async () => {
    if (running > 0) await new Promise<void>((resolve) => (whenIdle = resolve))
  })
}
