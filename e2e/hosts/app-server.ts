import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { preview } from 'vite'

export interface AppServer {
  readonly origin: string
  readonly stop: () => Promise<void>
}

/** Starts the app's own server if it has one, else serves the `dist/` of its folder. */
export async function serveApp(folder: string): Promise<AppServer> {
  const root = `${folder}/`
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
  return scripts['start'] === undefined ? serveFiles(root) : startServer(root, scripts['start'])
}

async function serveFiles(root: string): Promise<AppServer> {
  const server = await preview({ root, configFile: false, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } })
  const { port } = server.httpServer.address() as AddressInfo
  return { origin: originAt(port), stop: () => server.close() }
}

/** Starts the server and reads its address from a line of its output. */
async function startServer(root: string, command: string): Promise<AppServer> {
  const [program = '', ...args] = command.split(' ')
  const env = { ...process.env, PATH: `${root}node_modules/.bin:${process.env['PATH']}` }
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    child.stdout.resume()
    return {
      origin: originAt(Number(port)),
      async stop() {
        child.kill('SIGTERM')
        await exit
      }
    }
  }
  throw new Error(`${command} ended without an address.`)
}

/**
 * Returns an address with another name than the product's: to the browser this is another site, not only another port.
 */
function originAt(port: number): string {
  return `http://localhost:${port}`
}
