import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { root, run, tool } from './run.ts'

interface Count {
  passed: number
  failed: number
  failures: string[]
}

export interface Result extends Count {
  name: string
  seconds: number
}

const reports = `${root}/.cache/reports`

/** A program that passes or fails as a whole; counts as one test. */
export function program(name: string, command: string, args: string[]): () => Promise<Result> {
  return timed(name, async () => {
    const { code, output } = await run(command, args, { quiet: true })
    if (code !== 0) console.log(output.trim())
    if (code === 0) return { passed: 1, failed: 0, failures: [] }
    return { passed: 0, failed: 1, failures: [output.trim() || `ended with exit code ${code}`] }
  })
}

export function vitest(name: string, room: string, env: Record<string, string> = {}, more: string[] = []) {
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
 * @param file of vitest's report
 */
function failuresOfFile({ name, status, message, assertionResults }: any): string[] {
  const failed = assertionResults.filter((test: any) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [`${name}\n${message}`]
  return failed.map((test: any) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`)
}

export function playwright(name: string, config: string, env: Record<string, string> = {}, more: string[] = []) {
  const report = `${reports}/e2e.json`
  const args = ['test', '--config', config, '--reporter=line,json', ...more]
  return counted(name, report, tool('playwright'), args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, (json) => ({
    passed: json.stats.expected,
    failed: json.stats.unexpected + json.stats.flaky + json.errors.length,
    failures: [...json.errors.map((error: any) => error.message), ...failuresOfSuites(json.suites)]
  }))
}

/** @param suites of Playwright's report */
function failuresOfSuites(suites: any[] = []): string[] {
  return suites.flatMap(({ specs, suites: inner }) => [
    ...specs
      .filter((spec: any) => !spec.ok)
      .map((spec: any) => `${spec.file}:${spec.line} › ${spec.title}\n${messagesOf(spec)}`),
    ...failuresOfSuites(inner)
  ])
}

/** @param spec of Playwright's report */
function messagesOf(spec: any) {
  const results = spec.tests.flatMap((test: any) => test.results)
  return results.map((result: any) => result.error?.message ?? '').join('\n')
}

/** What cannot run here, and why. */
export function skipped(name: string, reason: string): () => Promise<Result> {
  return async () => {
    console.log(`– ${name}: skipped, ${reason}`)
    return { name, passed: 0, failed: 0, seconds: 0, failures: [] }
  }
}

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
    return { passed: 0, failed: 1, failures: [`${report} is missing or no report`] }
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
 * Prints the totals and returns the exit code. What failed stands here once more: the lines where it happened are
 * thousands of lines above, which a shortened log leaves out.
 */
export function summarize(results: Result[]) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  for (const { name, failures } of results) {
    for (const failure of failures) console.log(`\n✗ ${name}: ${firstLines(failure)}`)
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

function firstLines(text: string) {
  return text.split('\n').slice(0, 12).join('\n')
}
