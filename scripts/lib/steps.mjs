import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { root, run, tool } from './run.mjs'

/** @typedef {{ name: string, passed: number, failed: number, seconds: number }} Result */

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
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
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
  return counted(name, report, tool('vitest'), args, env, (json) => ({
    passed: json.numPassedTests,
    // A file that cannot be loaded has no failed tests.
    failed:
      json.numFailedTests +
      json.testResults.filter(
        (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0
      ).length
  }))
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
    failed: json.stats.unexpected + json.stats.flaky + json.errors.length
  }))
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
    return { name, passed: 0, failed: 0, seconds: 0 }
  }
}

/**
 * @param {string} name
 * @param {string} report
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {(json: any) => { passed: number, failed: number }} count
 */
function counted(name, report, command, args, env, count) {
  return timed(name, async () => {
    mkdirSync(reports, { recursive: true })
    rmSync(report, { force: true })
    const { code } = await run(command, args, { env })
    const { passed, failed } = readReport(report, count)
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  })
}

/**
 * @param {string} report
 * @param {(json: any) => { passed: number, failed: number }} count
 */
function readReport(report, count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/**
 * @param {string} name
 * @param {() => Promise<{ passed: number, failed: number }>} work
 * @returns {() => Promise<Result>}
 */
function timed(name, work) {
  return async () => {
    const start = Date.now()
    const { passed, failed } = await work()
    const seconds = Math.round((Date.now() - start) / 100) / 10
    console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`)
    return { name, passed, failed, seconds }
  }
}

/**
 * Prints the totals and returns the exit code.
 *
 * @param {Result[]} results
 */
export function summarize(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}
