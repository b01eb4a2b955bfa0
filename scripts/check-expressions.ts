// Fails on a regular expression of the product whose time grows faster than its text, because one hostile text could
// then stop the server or the tab. Prints a line for each.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { check } from 'recheck'
import { readExpressions } from './lib/read-expressions.ts'
import { root, run } from './lib/run.ts'

/**
 * Expressions that are not checked because the running product composes them, as they are written in the code, each
 * with the reason why it is harmless.
 */
const accepted: Record<string, string> = {
  'new RegExp(patternOf(query))': 'a name that a person types, who alone waits for it; each letter is escaped',
  "new RegExp(patternOf(query), 'g')": 'the same',
  "new RegExp(words.map(patternOf).join('|'), 'g')": 'the same'
}

const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { quiet: true })
const files = output
  .trim()
  .split('\n')
  .filter((path) => /^(contract|server|elements|host|integrations)\/.*\.(js|mjs|tsx?)$/.test(path))
  .filter((path) => !/\.test\.tsx?$|(^|\/)(testing|attack)\//.test(path))
const places = new Map<string, string[]>()
for (const path of files) {
  for (const expression of readExpressions(path, readFileSync(`${root}/${path}`, 'utf8'))) {
    places.set(expression, [...(places.get(expression) ?? []), path])
  }
}

const { version } = JSON.parse(readFileSync(`${root}/node_modules/recheck/package.json`, 'utf8'))
const cacheFile = `${root}/.cache/expressions.json`
const known = readKnown()
const verdicts: Record<string, string> = {}
const waiting = [...places.keys()].filter((expression) => !(expression in accepted))
await Promise.all(Array.from({ length: availableParallelism() }, work))
mkdirSync(`${root}/.cache`, { recursive: true })
writeFileSync(cacheFile, JSON.stringify({ version, verdicts }))

const broken = Object.entries(verdicts).filter(([, verdict]) => verdict !== 'safe')
for (const [expression, verdict] of broken)
  console.log(`${places.get(expression)?.join(', ')}: ${expression} ${verdict}`)
const unused = Object.keys(accepted).filter((expression) => !places.has(expression))
for (const expression of unused) console.log(`scripts/check-expressions.ts: ${expression} is nowhere any more`)
process.exitCode = broken.length + unused.length === 0 ? 0 : 1

/** Reads the verdicts of the last run, because a check of all expressions takes six seconds of two processors. */
function readKnown(): Record<string, string> {
  try {
    const cache = JSON.parse(readFileSync(cacheFile, 'utf8'))
    return cache.version === version ? cache.verdicts : {}
  } catch {
    return {}
  }
}

async function work() {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    verdicts[next] = known[next] === 'safe' ? 'safe' : await verdictOf(next)
  }
}

async function verdictOf(expression: string) {
  const end = expression.lastIndexOf('/')
  if (!expression.startsWith('/')) return 'is put together while the product runs: write it as a literal'
  // If recheck cannot prove a verdict, it tries random texts, here the same in each run. It counts the characters that
  // are read instead of the time, because a long time on a busy machine is no attack.
  const counted = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null }
  const options = { randomSeed: 1, timeout: 120_000, ...counted }
  const result = await check(expression.slice(1, end), expression.slice(end + 1), options)
  if (result.status === 'safe') return 'safe'
  if (result.status === 'unknown') return `cannot be judged (${result.error.kind})`
  return `is ${result.complexity.summary}, as on ${result.attack.pattern}`
}
