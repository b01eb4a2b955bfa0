import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { test as serverTest } from '../../testing/server/fixtures.ts'
import { passOn } from '../../testing/server/path-proxy.ts'
import { haproxy, lacksForProxy, nginx, nginxBelowPath, type Proxy, startProxy } from '../proxy/proxy.ts'

const token = 'monitor'

const callsAmong = (all: readonly IncomingHttpHeaders[]) =>
  all.filter((headers) => headers['x-forwarded-for'] !== undefined)

const test = serverTest
  .extend('overrides', { scope: 'file' }, () => ({ config: { trustProxy: ['127.0.0.1'], metricsToken: token } }))
  /** The server, with the headers that a proxy has passed on to it. */
  .extend('behind', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const headers: IncomingHttpHeaders[] = []
    const relay = createServer((incoming, outgoing) => {
      headers.push(incoming.headers)
      passOn(server.url + incoming.url, incoming, outgoing)
    })
    await once(relay.listen(0, '127.0.0.1'), 'listening')
    onCleanup(() => {
      relay.closeAllConnections()
      relay.close()
    })
    return { port: (relay.address() as AddressInfo).port, headers }
  })
  /** Starts a proxy before the server, or before another port. */
  .extend('start', ({ behind }, { onCleanup }) => async (proxy: Proxy, port = behind.port) => {
    const { url, end } = await startProxy(proxy, [port, port])
    onCleanup(end)
    // A call of `fetch` would change the spelling of paths.
    return async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const sent = request({ host: 'localhost', port: new URL(url).port, path, headers, agent: false }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return { status: response.statusCode, headers: response.headers, body: await text(response) }
    }
  })

describe.for([haproxy, nginx, nginxBelowPath])('the sample of $name', (proxy) => {
  const { path } = proxy
  const lacks = lacksForProxy(proxy) !== undefined

  test.skipIf(lacks)(
    'lets no caller choose the trace or name another address, and hides the metrics under each spelling',
    async ({ start, behind, server }) => {
      const ask = await start(proxy)
      await expect.poll(() => ask(`${path}/readyz`).catch(() => null)).toMatchObject({ status: 200 })
      const id = '0af7651916cd43dd8448eb211c80319c'
      const trace = { traceparent: `00-${id}-b7ad6b7169203331-01`, TraceState: 'a=1' }
      await ask(`${path}/livez`, { ...trace, 'x-forwarded-for': '192.0.2.1' })
      // HAProxy goes on with its checks of the servers, which have no address of a caller.
      const passed = callsAmong(behind.headers).at(-1) ?? {}
      expect([passed['traceparent'], passed['tracestate']]).toEqual([undefined, undefined])
      expect(passed['x-forwarded-for']).toBe('127.0.0.1')
      expect(server.log().includes(id)).toBe(false)

      const authorization = `Bearer ${token}`
      expect((await fetch(`${server.url}/%6Detrics`, { headers: { authorization } })).status).toBe(200)
      const before = behind.headers.length
      for (const spelled of [
        '/metrics',
        '/metrics?x',
        '/metrics/',
        '//metrics',
        '/./metrics',
        '/x/../metrics',
        '/x/%2e%2e/metrics',
        '/%6Detrics',
        '/%2Fmetrics',
        '/metrics%2F',
        '/%6d%65%74%72%69%63%73',
        '/METRICS',
        '/metrics;x',
        '/metrics%23x',
        '/metrics%3Fx'
      ])
        expect([spelled, (await ask(path + spelled, { authorization })).status]).toEqual([spelled, 404])
      expect(callsAmong(behind.headers.slice(before))).toEqual([])
    }
  )

  test.skipIf(lacks)(
    'says when to come back while no server answers, to pages of the origins that it serves',
    async ({ start }) => {
      const ask = await start(proxy, await freePort())
      const origin = 'https://shop.example'
      const asked = () => ask(`${path}/api/customer`, { origin }).catch(() => null)
      await expect.poll(asked).toMatchObject({
        status: 503,
        headers: {
          'retry-after': '1',
          'cache-control': 'no-store',
          ...(path === '' && {
            'access-control-allow-origin': origin,
            'access-control-allow-credentials': 'true',
            'access-control-expose-headers': 'Retry-After'
          })
        }
      })
    }
  )
})
