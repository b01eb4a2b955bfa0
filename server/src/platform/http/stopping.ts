import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Lets a connection end with its last answer once the server is stopping: Node ends those that are idle at that moment, and
 * one that was at work would be kept for as long as a client may be silent, the process with it.
 */
export function endConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => void (stopping = true))
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) void reply.header('connection', 'close')
  })
  // An answer that had begun before has promised to keep it.
  app.addHook('onResponse', async () => {
    if (stopping) setImmediate(() => app.server.closeIdleConnections())
  })
}

/**
 * Lets closing wait for what still runs for clients that have gone, or were answered that it takes too long: Node counts
 * connections, and the database shall not close below a request.
 */
export function waitForRequestsWhenStopping(app: FastifyInstance): void {
  // For requests outside of the API, too, whose tokens nobody checks.
  app.decorateRequest('check', null)
  const running = new Set<FastifyRequest>()
  let whenIdle: () => void = () => undefined
  const end = (request: FastifyRequest): void => {
    running.delete(request)
    if (running.size === 0) whenIdle()
  }
  const handled = new WeakSet<FastifyRequest>()

  app.addHook('onRequest', async (request) => void running.add(request))
  // What comes so far without its handler was refused before: by the check of its token, or by the time limit while that goes on.
  app.addHook('onSend', async (request) => {
    if (handled.has(request)) return
    if (request.check === null) end(request)
    else void request.check.catch(() => undefined).then(() => end(request))
  })
  // A body that breaks off before somebody listens to it tells nobody of its end: the request would neither be handled nor answered.
  app.addHook('preParsing', async (request, reply) => {
    if (!request.socket.destroyed) return
    reply.hijack()
    end(request)
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      handled.add(request)
      running.add(request)
      let result: unknown
      try {
        result = handler.call(this, request, reply)
        return result
      } finally {
        // A handler that gives no promise sends a file, which needs no database.
        const settled = Promise.resolve(result)
        void settled.catch(() => undefined).then(() => end(request))
      }
    }
  })
  app.addHook('onClose', async () => {
    if (running.size > 0) await new Promise<void>((resolve) => (whenIdle = resolve))
  })
}
