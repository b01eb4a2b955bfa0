import type { FastifyInstance } from 'fastify'

/**
 * Reads JSON bodies. An empty one counts as none: clients name a content type even where a call has no body. Keys that would
 * reach an object's prototype are refused.
 */
export function registerJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void parse(request, body.toString(), done)
  })
}
