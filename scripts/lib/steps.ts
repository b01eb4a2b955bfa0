import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { root, run, tool } from './run.ts'

interface Count {
  passed: number
  failed: number
  failures: string[]
  /** The steps that did not run. */
  skipped: string[]
}

export interface Result extends Count {
  name: string
  seconds: number
}

const reports = `${root}/.cache/reports`

/** Makes the step of a program that passes or fails as a whole; it counts as one test. */
export function program(name: string, command: string, args: string[]): () => Promise<Result> {
  return timed(name, async () => {
    const { code, output } = await run(command, args, { quiet: true })
    if (code !== 0) console.log(output.trim())
    if (code === 0) return { passed: 1, failed: 0, failures: [], skipped: [] }
    return failure(output.trim() || `ended with exit code ${code}`)
  })
}

const failure = (text: string): Count => ({ passed: 0, failed: 1, failures: [text], skipped: [] })

export function vitest(name: string, room: string, env: Record<string, string> = {}, more: string[] = []) {
  const report = reportOf(name)
  const args = ['run', '--root', room, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...more]
  return counted(name, report, tool('vitest'), args, env, (json) => {
    const failures = json.testResults.flatMap(failuresOfFile)
    return {
      passed: json.numPassedTests,
      failed: failures.length,
      failures,
      skipped: json.testResults.flatMap(skippedOfFile)
    }
  })
}

/**
 * Lists the failures of a file; one that cannot be loaded has no failed tests.
 *
 * @param file of vitest's report
 */
function failuresOfFile({ name, status, message, assertionResults }: any): string[] {
  const failed = assertionResults.filter((test: any) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [`${name}\n${message}`]
  return failed.map((test: any) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
}

/** @param file of vitest's report */
function skippedOfFile({ name, assertionResults }: any): string[] {
  return assertionResults
    .filter(({ status }: any) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }: any) => `${name} › ${fullName}`)
}

export function playwright(name: string, config: string, env: Record<string, string> = {}, more: string[] = []) {
  const report = reportOf(name)
  const args = ['test', '--config', config, '--reporter=line,json', ...more]
  return counted(name, report, tool('playwright'), args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, (json) => ({
    passed: json.stats.expected,
    failed: json.stats.unexpected + json.stats.flaky + json.errors.length,
    failures: [
      ...json.errors.map((error: any) => error.message),
      ...specsOf(json.suites)
        .filter(({ ok }) => !ok)
        .map((spec) => `${placeOf(spec)}\n${messagesOf(spec)}`)
    ],
    skipped: specsOf(json.suites)
      .filter(({ tests }) => tests.some(({ status }: any) => status === 'skipped'))
      .map(placeOf)
  }))
}

/** @param suites of Playwright's report */
const specsOf = (suites: any[] = []): any[] =>
  suites.flatMap(({ specs, suites: inner }) => [...specs, ...specsOf(inner)])

/** @param spec of Playwright's report */
const placeOf = ({ file, line, title }: any) => `${file}:${line} › ${title}`

/** @param spec of Playwright's report */
function messagesOf(spec: any) {
  const results = spec.tests.flatMap((test: any) => test.results)
  return results.map((result: any) => result.error?.message ?? '').join('\n')
}

/** Makes a step for tests that cannot run here, with the reason. */
export function skipped(name: string, reason: string): () => Promise<Result> {
  return async () => {
    console.log(`– ${name}: skipped, ${reason}`)
    return { name, passed: 0, failed: 0, seconds: 0, failures: [], skipped: [reason] }
  }
}

const reportOf = (name: string) => `${reports}/${name.replaceAll(/\W+/g, '-')}.json`

function counted(
  name: string,
  report: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  count: (json: any) => Count
) {
  return timed(name, async () => {
    mkdirSync(reports, { recursive: true })
    rmSync(report, { force: true })
    const { code } = await run(command, args, { env })
    const counts = readReport(report, count)
    if (code === 0 || counts.failed > 0) return counts
    return { ...counts, failed: 1, failures: [`ended with exit code ${code}`] }
  })
}

function readReport(report: string, count: (json: any) => Count) {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return failure(`${report} is missing or no report`)
  }
}

function timed(name: string, work: () => Promise<Count>): () => Promise<Result> {
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
 * Prints the totals and returns the exit code. Failures are repeated here: the lines where they happened are thousands
 * of lines above, which a shortened log leaves out.
 *
 * @param maySkip whether tests may be skipped that need more than this machine has; if not, they are named
 */
export function summarize(results: Result[], maySkip: boolean) {
  const sum = (countOf: (result: Result) => number) => results.reduce((total, result) => total + countOf(result), 0)
  const passed = sum((result) => result.passed)
  const failed = sum((result) => result.failed)
  const skips = sum((result) => result.skipped.length)
  for (const { name, failures } of results) {
    for (const text of failures) console.log(`\n✗ ${name}: ${firstLines(text)}`)
  }
  if (!maySkip) for (const result of results) for (const one of result.skipped) console.log(`– ${result.name}: ${one}`)
  if (!maySkip && skips > 0) console.log('Nothing may be skipped here.')
  console.log(`${passed} passed, ${failed} failed${skips === 0 ? '' : `, ${skips} skipped`}`)
  return failed === 0 && passed > 0 && (maySkip || skips === 0) ? 0 : 1
}

function firstLines(text: string) {
  return text.split('\n').slice(0, 12).join('\n')
}
