import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../testing/free-port.ts'
import { kill } from '../../testing/process.ts'
import { findProgram } from '../../testing/server/postgres-binaries.ts'

/** A load balancer before servers of this machine, with what a restart needs of the samples in docs/OPERATIONS.md. */
export interface Proxy {
  readonly name: string
  readonly program: string
  /** The arguments before the configuration's file. */
  readonly args: readonly string[]
  readonly config: (port: number, servers: readonly number[]) => string
}

export const haproxy: Proxy = {
  name: 'HAProxy',
  program: 'haproxy',
  args: ['-q', '-f'],
  config: (port, servers) => `defaults
  mode http
  timeout connect 2s
  timeout client 90s
  timeout server 60s
  timeout http-keep-alive 60s
  timeout check 5s
frontend customers
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option redispatch
  option httpchk GET /readyz
  default-server check inter 1s fall 2 rise 1
${servers.map((one) => `  server s${one} 127.0.0.1:${one}`).join('\n')}
`
}

export const nginx: Proxy = {
  name: 'nginx',
  program: 'nginx',
  args: ['-g', 'daemon off; pid nginx.pid; error_log stderr crit;', '-p', '.', '-c'],
  config: (port, servers) => `worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  upstream customer_center {
${servers.map((one) => `    server 127.0.0.1:${one} fail_timeout=2s;`).join('\n')}
    keepalive 32;
    keepalive_timeout 2s;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://customer_center;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_connect_timeout 2s;
    }
  }
}
`
}

/** Starts a proxy and waits until a server answers through it. */
export async function startProxy({ name, program, args, config }: Proxy, servers: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'customer-center-proxy-'))
  const port = await freePort()
  const file = join(folder, 'proxy.conf')
  writeFileSync(file, config(port, servers))
  const child = spawn(findProgram(program) ?? '', [...args, file], { cwd: folder, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let isUp = false; !isUp;) {
    if (child.exitCode !== null) throw new Error(`${name} does not start.`)
    isUp = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false
    )
    await wait(100)
  }
  return {
    url,
    async stop() {
      await kill(child, 'SIGTERM')
      rmSync(folder, { recursive: true })
    }
  }
}
