import { spawn } from 'node:child_process'
import { ensureBuilt } from './lib/build.ts'
import { root, tool } from './lib/run.ts'

await ensureBuilt()

const port = process.env['PORT'] ?? '3000'
const vitePort = String(Number(port) + 1)

// The compiler's command is a wrapper, and a signal would end only the wrapper. As the leader of a process group, it
// can be signalled together with the compiler.
const compiler = spawn(tool('tsc'), ['-b', 'server', '--watch', '--preserveWatchOutput'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true
})
// Node restarts the server after the compiler has written files. Vite reloads the elements in the page and proxies all
// else to the server.
const children = [
  spawn(
    process.execPath,
    [
      '--watch-path=server/dist',
      '--watch-path=contract/src',
      '--watch-preserve-output',
      'server/dist/programs/main.js'
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { EXTENDED_WEBSHOP_RIGHTS: 'true', ...process.env, DEMO: 'true', PORT: port }
    }
  ),
  spawn(tool('vite'), ['--port', vitePort, '--strictPort'], {
    cwd: `${root}/host`,
    stdio: 'inherit',
    env: { ...process.env, SERVER: `http://127.0.0.1:${port}` }
  })
]

console.log(`\nThe demo shop with hot reload is at http://127.0.0.1:${vitePort}\n`)
for (const child of [compiler, ...children]) child.on('exit', endAll)
// The terminal sends Ctrl+C to the server and to Vite, and the end of either ends all. A signal to this process alone
// also ends all.
process.on('SIGINT', () => process.stdin.isTTY || endAll())
process.on('SIGTERM', endAll)

function endAll() {
  for (const child of children) child.kill('SIGTERM')
  try {
    if (compiler.pid) process.kill(-compiler.pid, 'SIGTERM')
  } catch {
    // The process group has ended already.
  }
}
