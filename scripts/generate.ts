import { readFileSync, writeFileSync } from 'node:fs'
import { ensureBrowser } from './lib/browser.ts'
import { ensureBuilt } from './lib/build.ts'
import { generatedFiles } from './lib/generated.ts'
import { root, run, tool } from './lib/run.ts'

// `npm run generate` writes all that the code defines elsewhere a second time: tables of the pages in docs/, types of
// the tables, lists of metrics. With `--picture` it takes README's picture anew, which needs a build.

for (const { path, textOf } of generatedFiles) {
  const file = `${root}/${path}`
  writeFileSync(file, await textOf(readFileSync(file, 'utf8')))
}

// What a database or a running server has to be asked for is compared by a test, which also writes it.
const { output } = await run('git', ['grep', '-l', '--untracked', 'toMatchFileSnapshot', '--', '*.test.ts'], {
  quiet: true
})
const codes = [
  await codeOf('vitest', ['run', '--root', 'server', ...output.trim().split('\n'), '--update']),
  ...(process.argv.includes('--picture') ? [await takePicture()] : []),
  await codeOf('oxfmt', ['.'])
]
process.exitCode = Math.max(...codes)

async function takePicture() {
  await ensureBuilt()
  const env = { CHROMIUM: await ensureBrowser() }
  const args = [
    'test',
    '--config',
    'e2e/playwright.config.ts',
    'demo-shop',
    '--grep',
    'picture',
    '--update-snapshots=all'
  ]
  return (await run(tool('playwright'), args, { env })).code
}

async function codeOf(program: string, args: string[]) {
  return (await run(tool(program), args)).code
}
