import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { ensureBrowser, ensurePdfTools } from './lib/browser.ts'
import { ensureBuilt } from './lib/build.ts'
import { findEngine } from './lib/engines.ts'
import { ensureNextNode } from './lib/next-node.ts'
import { root, tool } from './lib/run.ts'
import { playwright, program, type Result, skipped, summarize, vitest } from './lib/steps.ts'

// `--fast` is `npm run check`: the tests that find most in a short time. A whole run also uses the browsers and a
// PostgreSQL server.
const fast = process.argv.includes('--fast')
// CI installs all that tests need, tries the next Node, and fails if a test is skipped.
const isCi = Boolean(process.env['CI'])

await ensureBuilt()

const wholes = [
  program('types', tool('tsc'), ['-b']),
  program('lint', tool('oxlint'), ['--type-aware', '--deny-warnings']),
  program('format', tool('oxfmt'), ['--check', '.']),
  program('unused exports', tool('knip'), ['--no-progress']),
  program('house rules', process.execPath, ['scripts/check-house.ts']),
  program('regular expressions', process.execPath, ['scripts/check-expressions.ts']),
  program('sizes of the screens', process.execPath, ['scripts/check-chunks.ts']),
  ...alertRules()
]

if (fast) {
  // The server's tests take as long as all others together.
  const [others, server] = await Promise.all([inTurn([...wholes, pureRules()]), quickTests()()])
  process.exitCode = summarize([...others, server], !isCi)
} else {
  const CHROMIUM = await ensureBrowser()
  await ensurePdfTools()
  const browsers = [
    vitest('elements', 'elements', { CHROMIUM }, ['--project', 'browser']),
    playwright('the whole product', 'e2e/playwright.config.ts', { CHROMIUM }),
    ...otherEngines()
  ]
  // A slow file of the server works for 57 % of its time and waits for processes to start and end in the rest, which
  // keeps two processors busy with three of them, or with two and the other steps.
  const withoutBrowser = [...wholes, pureRules(['--project', 'package'])]
  const beside = isCi ? [...withoutBrowser, await testsOnNextNode()] : withoutBrowser
  const first = await Promise.all([inTurn(beside), vitest('contract and server', 'server', {}, ['--maxWorkers=3'])()])
  process.exitCode = summarize([...first.flat(), ...(await inTurn(browsers))], !isCi)
}

/** Checks the alerts and runs their tests with Prometheus' own program. */
function alertRules() {
  const folders = [`${root}/.cache`, ...(process.env['PATH'] ?? '').split(delimiter)]
  const promtool = folders.map((folder) => `${folder}/promtool`).find((file) => existsSync(file))
  if (!promtool) return [skipped('alerts', 'promtool of Prometheus is not installed')]
  return [
    program('alerts', promtool, ['check', 'rules', 'ops/prometheus/alerts.yml']),
    program('tests of the alerts', promtool, ['test', 'rules', 'ops/prometheus/alerts.test.yml'])
  ]
}

function quickTests(on = '', env: Record<string, string> = {}, more: string[] = []) {
  // The second pattern is for files beside the server's folder, of which the first knows nothing.
  const quick = ['--exclude=**/*.slow.test.ts', '--exclude=../**/*.slow.test.ts', ...more]
  return vitest(`contract and server${on}`, 'server', { ...env, TEST_DATABASES: 'embedded' }, quick)
}

/** Tests of the elements without a browser. The elements never run on Node, so the next Node is not needed. */
function pureRules(more: string[] = []) {
  return vitest('pure rules of the elements', 'elements', {}, ['--project', 'unit', ...more])
}

/**
 * Runs the tests on the next Node: Vitest starts the `node` in the PATH. It uses one worker, since the server's other
 * tests run at the same time.
 */
async function testsOnNextNode() {
  const PATH = `${await ensureNextNode()}${delimiter}${process.env['PATH']}`
  return quickTests(' on the next Node', { PATH }, ['--maxWorkers=1'])
}

/** Runs one walk through each other installed engine. */
function otherEngines() {
  return (['firefox', 'webkit'] as const).map((engine) => {
    const env = findEngine(engine)
    const config = 'e2e/browsers/playwright.config.ts'
    const name = `a walk in ${engine}`
    return env
      ? playwright(name, config, env, ['--project', engine, '--grep', '@short'])
      : skipped(name, 'it is not installed; npm run browsers installs it')
  })
}

/** Runs steps one after the other: two browsers on two cores only slow each other down. */
async function inTurn(steps: (() => Promise<Result>)[]) {
  const results = []
  for (const step of steps) results.push(await step())
  return results
}
