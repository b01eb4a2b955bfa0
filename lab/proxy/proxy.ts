import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { root } from '../../scripts/lib/run.ts'
import { freePort } from '../../testing/free-port.ts'
import { kill } from '../../testing/process.ts'
import { scratchFolder } from '../../testing/product.ts'
import { makeCertificate, withoutOpenssl } from '../../testing/server/certificate.ts'
import { findProgram } from '../../testing/server/postgres-binaries.ts'

/** A load balancer with TLS before two servers, as a page or a file of ops/ has it. */
export interface Proxy {
  readonly name: string
  readonly program: 'haproxy' | 'nginx'
  /** Path of the site at the proxy. */
  readonly path: string
  /** @param listen address and port of the proxy, which HAProxy reads from its environment */
  readonly config: (listen: string, servers: readonly [string, string]) => string
}

/** Returns the sample for nginx in a page: the first block of code with this text. */
const sampleIn = (page: string, part: string): string =>
  Array.from(
    readFileSync(`${root}/docs/${page}`, 'utf8').matchAll(/```\w*\n([^`]*)```/g),
    ([, block = '']) => block
  ).find((one) => one.includes(part)) ?? ''

/** Makes a whole configuration of nginx with TLS of a server's sample. */
const nginxOf = (server: string, listen: string): string => `
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join('\n')}
  ssl_certificate proxy.pem;
  ssl_certificate_key proxy.pem;
  ${server.replace(/^server \{$/m, `server {\nlisten ${listen} ssl;`)}
}`

export const haproxy: Proxy = {
  name: 'HAProxy of ops/haproxy',
  program: 'haproxy',
  path: '',
  config: () => readFileSync(`${root}/ops/haproxy/haproxy.cfg`, 'utf8')
}

export const nginx: Proxy = {
  name: 'nginx of docs/OPERATIONS.md',
  program: 'nginx',
  path: '',
  config: (listen, [one, two]) =>
    nginxOf(sampleIn('OPERATIONS.md', 'upstream').replace('10.0.0.1:3000', one).replace('10.0.0.2:3000', two), listen)
}

export const nginxBelowPath: Proxy = {
  name: 'nginx below a path of docs/EMBEDDING.md',
  program: 'nginx',
  path: '/konto/center',
  config: (listen, [server]) =>
    nginxOf(`server {\n${sampleIn('EMBEDDING.md', 'proxy_pass').replaceAll('127.0.0.1:3000', server)}}`, listen)
}

/** Names what this machine lacks for a proxy. */
export function lacksForProxy({ program }: Proxy): string | undefined {
  if (withoutOpenssl) return 'openssl'
  return findProgram(program) ? undefined : program
}

/**
 * Starts a proxy on a port of this machine. This process trusts its certificate from then on.
 *
 * @param servers their ports
 * @param more variables of its environment
 */
export async function startProxy(
  { program, config }: Proxy,
  servers: readonly [number, number],
  { port = 0, env = {} }: { readonly port?: number; readonly env?: Readonly<Record<string, string>> } = {}
) {
  const folder = await scratchFolder('proxy')
  const listen = port || (await freePort())
  const addresses = [`127.0.0.1:${servers[0]}`, `127.0.0.1:${servers[1]}`] as const
  const { key, cert } = makeCertificate(folder, 'center', 'DNS:localhost,IP:127.0.0.1')
  setDefaultCACertificates([...getCACertificates('default'), cert.toString()])
  const [file, certificate] = [join(folder, 'proxy.conf'), join(folder, 'proxy.pem')]
  writeFileSync(certificate, Buffer.concat([cert, key]))
  writeFileSync(file, config(`127.0.0.1:${listen}`, addresses))
  mkdirSync(join(folder, 'logs'))
  const variables = {
    HTTP_ADDRESS: `127.0.0.1:${await freePort()}`,
    HTTPS_ADDRESS: `127.0.0.1:${listen}`,
    CERTIFICATE: certificate,
    SERVER_ONE: addresses[0],
    SERVER_TWO: addresses[1]
  }
  const words = {
    haproxy: ['-db', '-q', '-f', file],
    nginx: ['-g', 'daemon off; pid nginx.pid; error_log stderr crit;', '-p', folder, '-c', file]
  }
  const child = spawn(findProgram(program) ?? '', words[program], {
    env: { ...process.env, ...variables, ...env },
    cwd: folder,
    stdio: 'ignore'
  })
  return {
    url: `https://localhost:${listen}`,
    certificate: cert,
    /** Waits until a server answers through it. */
    ready: async (): Promise<void> => {
      for (;;) {
        if (child.exitCode !== null)
          throw new Error(`${program} does not run: another program may have port ${listen}.`)
        const answer = await fetch(`https://localhost:${listen}/readyz`).catch(() => undefined)
        if (answer?.ok) return
        await wait(100)
      }
    },
    end: async (): Promise<void> => {
      await kill(child, 'SIGTERM')
      await rm(folder, { recursive: true })
    }
  }
}
