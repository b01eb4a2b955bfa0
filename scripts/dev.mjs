import { spawn } from 'node:child_process'
import { ensureBuilt } from './lib/build.mjs'
import { ensurePackages } from './lib/install.mjs'
import { root, tool } from './lib/run.mjs'

await ensurePackages()
await ensureBuilt()

const port = process.env['PORT'] ?? '3000'
const vitePort = String(Number(port) + 1)

// On Node 20 the compiler's command is only a wrapper that a signal ends without the compiler: as the head of a process group
// it can be told together with it.
const compiler = spawn(tool('tsc'), ['-b', 'server', '--watch', '--preserveWatchOutput'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true
})
// Node restarts the server when the compiler has written; Vite swaps the elements in the page and passes all else to the server.
const children = [
  spawn(
    process.execPath,
    [
      '--watch-path=server/dist',
      '--watch-path=contract/dist',
      '--watch-preserve-output',
      'server/dist/programs/main.js'
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, DEMO: 'true', PORT: port }
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
// The terminal sends Ctrl+C to these two, and the first that ends takes the compiler with it; whoever ends only this process means the others too.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', endAll)

function endAll() {
  for (const child of children) child.kill('SIGTERM')
  try {
    if (compiler.pid) process.kill(-compiler.pid, 'SIGTERM')
  } catch {
    // Its group is gone already.
  }
}
