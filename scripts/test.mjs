import { ensureBrowser, ensurePdfTools } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensurePackages } from './lib/install.mjs'
import { playwright, program, summarize, vitest } from './lib/steps.mjs'
import { tool } from './lib/run.mjs'

// `--fast` is `npm run check`: what tells most within a minute. The whole run adds the browsers and the real PostgreSQL.
const fast = process.argv.includes('--fast')

await ensurePackages()
await ensureBuilt()

const steps = [
  program('types', tool('tsc'), ['-b']),
  program('lint', tool('oxlint'), ['--type-aware', '--deny-warnings']),
  program('format', tool('oxfmt'), ['--check', '.']),
  program('house rules', process.execPath, ['scripts/check-house.mjs']),
  program('sizes of the screens', process.execPath, ['scripts/check-chunks.mjs'])
]

if (fast) {
  steps.push(vitest('contract and server', 'server', { TEST_DATABASES: 'embedded' }, ['--exclude=**/*.slow.test.ts']))
  steps.push(vitest('pure rules of the elements', 'elements', {}, ['--project', 'unit']))
} else {
  const CHROMIUM = await ensureBrowser()
  await ensurePdfTools()
  steps.push(vitest('contract and server', 'server'))
  steps.push(vitest('elements', 'elements', { CHROMIUM }))
  steps.push(playwright('the whole product', { CHROMIUM }))
}

process.exitCode = summarize(await runInTurn())

/** One after the other: two browsers on two cores only make each other late. */
async function runInTurn() {
  const results = []
  for (const step of steps) results.push(await step())
  return results
}
