import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { root } from '../../scripts/lib/run.ts'
import { freePort } from '../../testing/free-port.ts'
import { kill } from '../../testing/process.ts'
import { makeCertificate, withoutOpenssl } from '../../testing/server/certificate.ts'
import { test as serverTest } from '../../testing/server/fixtures.ts'
import { newFolder } from '../../testing/server/new-folder.ts'
import { passOn } from '../../testing/server/path-proxy.ts'
import { findProgram } from '../../testing/server/postgres-binaries.ts'

const page = (path: string): string => readFileSync(`${root}/docs/${path}`, 'utf8')

/** Returns the sample for nginx in a page: the first block of code with this text. */
const sampleIn = (path: string, part: string): string =>
  Array.from(page(path).matchAll(/```\w*\n([^`]*)```/g), ([, block = '']) => block).find((one) => one.includes(part)) ??
  ''

/** Makes a whole configuration of nginx with TLS of a server's sample. */
const nginxOf = (server: string, listen: string) => `
events { worker_connections 64; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join('\n')}
  ssl_certificate proxy.pem;
  ssl_certificate_key proxy.pem;
  ${server.replace(/^server \{$/m, `server {\nlisten ${listen} ssl;`)}
}`

interface Sample {
  readonly name: string
  readonly program: 'haproxy' | 'nginx'
  /** Path of the site at the proxy. */
  readonly path: string
  readonly config: (listen: string, server: string) => string
}

const samples: readonly Sample[] = [
  {
    name: 'HAProxy of ops/haproxy',
    program: 'haproxy',
    path: '',
    config: () => readFileSync(`${root}/ops/haproxy/haproxy.cfg`, 'utf8')
  },
  {
    name: 'nginx of docs/OPERATIONS.md',
    program: 'nginx',
    path: '',
    config: (listen, server) =>
      nginxOf(sampleIn('OPERATIONS.md', 'upstream').replaceAll(/10\.0\.0\.\d:3000/g, server), listen)
  },
  {
    name: 'nginx below a path of docs/EMBEDDING.md',
    program: 'nginx',
    path: '/konto/center',
    config: (listen, server) =>
      nginxOf(`server {\n${sampleIn('EMBEDDING.md', 'proxy_pass').replaceAll('127.0.0.1:3000', server)}}`, listen)
  }
]

const token = 'monitor'
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
    return { address: `127.0.0.1:${(relay.address() as AddressInfo).port}`, headers }
  })
  .extend(
    'startSample',
    ({ behind }, { onCleanup }) =>
      async ({ program, config }: Sample, address = behind.address) => {
        const folder = await newFolder()
        const { key, cert } = makeCertificate(folder, 'proxy', 'DNS:localhost')
        const [listen, file] = [`127.0.0.1:${await freePort()}`, join(folder, 'proxy.conf')]
        writeFileSync(join(folder, 'proxy.pem'), Buffer.concat([cert, key]))
        writeFileSync(file, config(listen, address))
        mkdirSync(join(folder, 'logs'))
        const env = {
          HTTP_ADDRESS: `127.0.0.1:${await freePort()}`,
          HTTPS_ADDRESS: listen,
          CERTIFICATE: join(folder, 'proxy.pem'),
          SERVER_ONE: address,
          SERVER_TWO: address
        }
        const words = {
          haproxy: ['-db', '-q', '-f', file],
          nginx: ['-g', 'daemon off; pid nginx.pid; error_log stderr crit;', '-p', folder, '-c', file]
        }
        const child = spawn(findProgram(program) ?? '', words[program], { env, cwd: folder, stdio: 'ignore' })
        onCleanup(() => kill(child, 'SIGTERM'))
        const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
          const options = {
            host: '127.0.0.1',
            port: Number(listen.split(':')[1]),
            path,
            ca: cert,
            servername: 'localhost'
          }
          const sent = request({ ...options, headers: { host: 'localhost', ...headers } }).end()
          const [response] = (await once(sent, 'response')) as [IncomingMessage]
          return { status: response.statusCode, headers: response.headers, body: await text(response) }
        }
        return ask
      }
  )

const lacks = (program: string): boolean => findProgram(program) === undefined || withoutOpenssl

describe.for(samples)('the sample of $name', (sample) => {
  const { program, path } = sample
  test.skipIf(lacks(program))(
    'lets no caller choose the trace or name another address, and hides the metrics under each spelling',
    async ({ startSample, behind, server }) => {
      const ask = await startSample(sample)
      await expect.poll(() => ask(`${path}/readyz`).catch(() => null), { timeout: 5000 }).toMatchObject({ status: 200 })

      const id = '0af7651916cd43dd8448eb211c80319c'
      const trace = { traceparent: `00-${id}-b7ad6b7169203331-01`, TraceState: 'a=1' }
      await ask(`${path}/livez`, { ...trace, 'x-forwarded-for': '192.0.2.1' })
      const passed = behind.headers.at(-1) ?? {}
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
      // HAProxy goes on with its checks of the servers.
      const asked = behind.headers.slice(before).filter((headers) => headers['x-forwarded-for'] !== undefined)
      expect(asked).toEqual([])
    }
  )
  test.skipIf(lacks(program))(
    'says when to come back while no server answers, to pages of the origins that it serves',
    async ({ startSample }) => {
      const ask = await startSample(sample, `127.0.0.1:${await freePort()}`)
      const origin = 'https://shop.example'
      const asked = () => ask(`${path}/api/customer`, { origin }).catch(() => null)
      await expect.poll(asked, { timeout: 5000 }).toMatchObject({
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
