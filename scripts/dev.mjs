import { spawn } from 'node:child_process'
import { ensureBuilt } from './lib/build.mjs'
import { ensurePackages } from './lib/install.mjs'
import { root, tool } from './lib/run.mjs'

await ensurePackages()
await ensureBuilt()

const port = process.env['PORT'] ?? '3000'
const vitePort = String(Number(port) + 1)

// Node restarts the server when the compiler has written; Vite swaps the elements in the page and passes all else to the server.
const children = [
  spawn(tool('tsc'), ['-b', 'server', '--watch', '--preserveWatchOutput'], { cwd: root, stdio: 'inherit' }),
  spawn(
    process.execPath,
    ['--watch-path=server/dist', '--watch-path=contract/dist', '--watch-preserve-output', 'server/dist/main.js'],
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
for (const child of children) child.on('exit', () => children.forEach((other) => other.kill('SIGTERM')))
// The terminal sends Ctrl+C to all of them; whoever ends only this process means the others too.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => children.forEach((child) => child.kill('SIGTERM')))
