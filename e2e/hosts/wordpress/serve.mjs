// Starts WordPress on PHP's own server, with a fresh database; prints the address in a line.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { filesOfPage } from '../../../scripts/lib/page-files.ts'

// A socket's path has at most 107 characters, which a project's folder may exceed.
const data = mkdtempSync(`${tmpdir()}/wordpress-`)
const socket = `${data}/socket`
const site = 'dist/wordpress'
const SHORTCODE = filesOfPage(readFileSync('../../../docs/start/wordpress.md', 'utf8')).get('shortcode')
const env = { ...process.env, DATABASE_SOCKET: socket, SHORTCODE }

// Only this process's user reaches the socket, so the database needs no rights, and none of its own tables.
const options = ['--no-defaults', '--skip-networking', '--skip-grant-tables', `--user=${userInfo().username}`]
const database = spawn('mariadbd', [...options, `--datadir=${data}`, `--socket=${socket}`], { stdio: 'pipe' })
process.on('exit', () => {
  database.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true })
})
process.on('SIGTERM', () => process.exit())
await new Promise((resolve, reject) => {
  let log = ''
  database.stderr.on('data', (text) => {
    log += text
    if (log.includes('ready for connections')) resolve()
  })
  database.on('exit', () => reject(new Error(log)))
})

const { status } = spawnSync('php', [`${site}/install.php`], { env, stdio: ['ignore', 'inherit', 'inherit'] })
if (status !== 0) process.exit(1)

const server = spawn('php', ['-S', '127.0.0.1:0', '-t', site], { env, stdio: ['ignore', 'ignore', 'pipe'] })
process.on('exit', () => server.kill())
// A line for each request follows.
server.stderr.on('data', (text) => {
  const address = /\((http:\/\/127\.0\.0\.1:\d+)\) started/.exec(text)?.[1]
  if (address) console.log(address)
  else if (/Fatal|Uncaught/.test(text)) process.stderr.write(text)
})
