import { spawn } from 'node:child_process'
import { ensureBuilt } from './lib/build.ts'
import { nodeArgs, root } from './lib/run.ts'

await ensureBuilt()

// People who set a database or an address do not want a demo with well-known passwords.
const ownSetup = ['DATABASE_URL', 'DATABASE_URL_FILE', 'HOST'].filter((name) => process.env[name])
const DEMO = process.env['DEMO'] ?? String(ownSetup.length === 0)
const port = process.env['PORT'] || '3000'
// Forgotten passwords, passkeys and confirmed addresses need the address that a browser shows. An IP address is not a
// valid domain for passkeys. The actual port for PORT=0 is known too late.
const PUBLIC_URL = process.env['PUBLIC_URL'] || (DEMO === 'true' && port !== '0' ? `http://localhost:${port}` : '')
const { url, accounts, ended } = await startServer({
  DEMO,
  PUBLIC_URL,
  // The demo has a person of each right.
  EXTENDED_WEBSHOP_RIGHTS: process.env['EXTENDED_WEBSHOP_RIGHTS'] ?? DEMO,
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn'
})

if (accounts.length === 0)
  console.log(
    `\nThe server is at ${url}, without the demo${ownSetup.length > 0 ? ` (${ownSetup.join(', ')} is set)` : ''}`
  )
else printAccounts()
console.log('\nCtrl+C ends it; the data is kept.')

process.exitCode = await ended

function printAccounts() {
  const width = (key: 'customerNumber' | 'userName' | 'password') =>
    Math.max(...accounts.map((account) => account[key].length))
  console.log(
    `\nThe demo shop is at ${PUBLIC_URL || url}\n\nAccounts (customer number, user name, password, right, company):`
  )
  for (const { customerNumber, userName, password, right, company } of accounts) {
    console.log(
      `  ${customerNumber.padEnd(width('customerNumber'))}  ${userName.padEnd(width('userName'))}  ${password.padEnd(width('password'))}  ${right.padEnd(9)}  ${company}`
    )
  }
}

interface Started {
  url: string
  accounts: Record<'customerNumber' | 'userName' | 'password' | 'right' | 'company', string>[]
  ended: Promise<number>
}

/**
 * Starts the built server as a separate process and waits until it listens. If it exits before that, this process exits
 * with the same code: the server has then printed the reason.
 */
async function startServer(settings: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, [...nodeArgs, 'server/dist/programs/main.js'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })
  const exit = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
  // A terminal also sends Ctrl+C to the server, which a second signal would end at once.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const ready = new Promise<string>((resolve) =>
    child.on('message', (message) => resolve((message as { listening: string }).listening))
  )
  const first = await Promise.race([ready, exit])
  if (typeof first === 'number') process.exit(first)
  const answer = await fetch(`${first}/demo/accounts.json`)
  return { url: first, accounts: answer.ok ? await answer.json() : [], ended: exit }
}
