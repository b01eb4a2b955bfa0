import type { FastifyInstance } from 'fastify'

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
