import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../feature/services.ts'
import { publicPath } from '../platform/config/public-url.ts'
import { wantsPage } from '../platform/http/error-handler.ts'
import { isForwarded } from '../platform/http/metrics.ts'
import { sentencePage, setUpCardPages } from '../platform/http/page/page.ts'
import { replaceSecurityHeaders } from '../platform/http/security-headers.ts'
import { isLoopback } from '../platform/http/session-cookie.ts'
import { fillText } from '../platform/lib/fill-text.ts'
import { html } from '../platform/lib/html.ts'
import texts from './texts.json' with { type: 'json' }

/** Path of the files that the page for other names loads. */
const base = '/other-host'

const hostnameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')

/**
 * Tells whether a request asks for the demo by a name of this machine, or by one of DEMO_HOSTS. A page of another site
 * whose DNS leads here may send any header but `Host`, which is why `Host` itself is checked, too: a proxy's
 * X-Forwarded-Host counts only from an address in TRUST_PROXY. A request that a proxy has passed on may come from
 * anybody, so it needs one of DEMO_HOSTS.
 */
function isDemoHost({ headers, host, ip }: FastifyRequest, names: readonly string[]): boolean {
  const [sent, asked] = [hostnameOf(headers.host ?? ''), hostnameOf(host)]
  if (!isLoopback(sent) && !names.includes(sent)) return false
  return names.includes(asked) || (!isForwarded(headers) && isLoopback(asked) && isLoopback(ip))
}

/**
 * Answers requests for the demo under any other name with a page that names the setting: the passwords of its accounts
 * are well known.
 */
export async function guardDemoHosts(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'branding'>
): Promise<void> {
  const { demoHosts } = services.config
  const stylesheet = `${publicPath(services.config)}${base}/page.css`
  let sendPage: Awaited<ReturnType<typeof setUpCardPages>>
  await app.register(async (part) => {
    sendPage = await setUpCardPages(part, services, base, texts.otherHostTitle)
  })
  app.addHook('onRequest', async (request, reply) => {
    const isOfPage = request.routeOptions.url?.startsWith(`${app.prefix}${base}/`)
    if (isOfPage || isDemoHost(request, demoHosts)) return undefined
    const hint = fillText(texts.otherHostHint, { name: hostnameOf(request.host) })
    void reply.header('cache-control', 'no-store')
    if (!wantsPage(request))
      return reply.code(421).type('text/plain; charset=utf-8').send(`${texts.otherHost}\n${hint}\n`)
    replaceSecurityHeaders(reply, 'form')
    const more = html`<p class="hint" lang="en">${hint}</p>`
    return sendPage(reply, 421, { ...sentencePage(texts.otherHostTitle, texts.otherHost, more), stylesheet })
  })
}
