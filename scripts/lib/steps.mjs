import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { root, run, tool } from './run.mjs'

/** @typedef {{ name: string, passed: number, failed: number, seconds: number, failures: string[] }} Result */
/** @typedef {Omit<Result, 'name' | 'seconds'>} Count */

const reports = `${root}/.cache/reports`

/**
 * A program that passes or fails as a whole; counts as one test.
 *
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @returns {() => Promise<Result>}
 */
export function program(name, command, args) {
  return timed(name, async () => {
    const { code, output } = await run(command, args, { quiet: true })
    if (code !== 0) console.log(output.trim())
    if (code === 0) return { passed: 1, failed: 0, failures: [] }
    return { passed: 0, failed: 1, failures: [output.trim() || `ended with exit code ${code}`] }
  })
}

/**
 * @param {string} name
 * @param {string} room
 * @param {Record<string, string>} [env]
 * @param {string[]} [more]
 */
export function vitest(name, room, env = {}, more = []) {
  const report = `${reports}/${room}.json`
  const args = ['run', '--root', room, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...more]
  return counted(name, report, tool('vitest'), args, env, (json) => {
    const failures = json.testResults.flatMap(failuresOfFile)
    return { passed: json.numPassedTests, failed: failures.length, failures }
  })
}

/**
 * A file that cannot be loaded has no failed tests.
 *
 * @param {any} file of vitest's report
 * @returns {string[]}
 */
function failuresOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [`${name}\n${message}`]
  return failed.map((/** @type {any} */ test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
}

/**
 * @param {string} name
 * @param {string} config
 * @param {Record<string, string>} [env]
 * @param {string[]} [more]
 */
export function playwright(name, config, env = {}, more = []) {
  const report = `${reports}/e2e.json`
  const args = ['test', '--config', config, '--reporter=line,json', ...more]
  return counted(name, report, tool('playwright'), args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, (json) => ({
    passed: json.stats.expected,
    failed: json.stats.unexpected + json.stats.flaky + json.errors.length,
    failures: [...json.errors.map((/** @type {any} */ error) => error.message), ...failuresOfSuites(json.suites)]
  }))
}

/**
 * @param {any[]} suites of Playwright's report
 * @returns {string[]}
 */
function failuresOfSuites(suites = []) {
  return suites.flatMap(({ specs, suites: inner }) => [
    ...specs
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => `${spec.file}:${spec.line} › ${spec.title}\n${messagesOf(spec)}`),
    ...failuresOfSuites(inner)
  ])
}

/** @param {any} spec of Playwright's report */
function messagesOf(spec) {
  const results = spec.tests.flatMap((/** @type {any} */ test) => test.results)
  return results.map((/** @type {any} */ result) => result.error?.message ?? '').join('\n')
}

/**
 * What cannot run here, and why.
 *
 * @param {string} name
 * @param {string} reason
 * @returns {() => Promise<Result>}
 */
export function skipped(name, reason) {
  return async () => {
    console.log(`– ${name}: skipped, ${reason}`)
    return { name, passed: 0, failed: 0, seconds: 0, failures: [] }
  }
}

/**
 * @param {string} name
 * @param {string} report
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {(json: any) => Count} count
 */
function counted(name, report, command, args, env, count) {
  return timed(name, async () => {
    mkdirSync(reports, { recursive: true })
    rmSync(report, { force: true })
    const { code } = await run(command, args, { env })
    const counts = readReport(report, count)
    if (code === 0 || counts.failed > 0) return counts
    return { ...counts, failed: 1, failures: [`ended with exit code ${code}`] }
  })
}

/**
 * @param {string} report
 * @param {(json: any) => Count} count
 */
function readReport(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1, failures: [`${report} is missing or no report`] }
  }
}

/**
 * @param {string} name
 * @param {() => Promise<Count>} work
 * @returns {() => Promise<Result>}
 */
function timed(name, work) {
  return async () => {
    const start = Date.now()
    const counts = await work()
    const { passed, failed } = counts
    const seconds = Math.round((Date.now() - start) / 100) / 10
    console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`)
    return { name, seconds, ...counts }
  }
}

/**
 * Prints the totals and returns the exit code. What failed stands here once more: the lines where it happened are
 * thousands of lines above, which a shortened log leaves out.
 *
 * @param {Result[]} results
 */
export function summarize(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  for (const { name, failures } of results) {
    for (const failure of failures) console.log(`\n✗ ${name}: ${firstLines(failure)}`)
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

/** @param {string} text */
function firstLines(text) {
  return text.split('\n').slice(0, 12).join('\n')
}
