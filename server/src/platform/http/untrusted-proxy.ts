import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Tells whether a proxy has named the caller or the protocol, and TRUST_PROXY does not say that it may. */
function isNotBelieved({ headers, ips, protocol }: FastifyRequest): boolean {
  // Fastify lists whom it believed: with an untrusted peer alone, the peer.
  const address = headers['x-forwarded-for'] !== undefined && (ips?.length ?? 1) === 1
  return address || (headers['x-forwarded-proto'] === 'https' && protocol !== 'https')
}

/**
 * Warns once in the log that X-Forwarded-* was not believed: behind a proxy that is not named all callers share its
 * address, and so one throttle. Anybody may send such a header, so it only warns.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let hasWarned = false
  app.addHook('onRequest', async (request) => {
    if (hasWarned || !isNotBelieved(request)) return
    hasWarned = true
    request.log.warn(
      'X-Forwarded-For or X-Forwarded-Proto came from an address that TRUST_PROXY does not name, and was ignored. If it is your ' +
        'reverse proxy, name it there: else all callers count as one. Cookies are Secure if PUBLIC_URL is https.'
    )
  })
}
