// Rules of this repository that the linter does not cover. Prints a line for each violation; any line is a failure.
import { readFileSync } from 'node:fs'
import { checkDecisions } from './lib/check-decisions.mjs'
import { checkGlossary } from './lib/check-glossary.mjs'
import { checkImports } from './lib/check-imports.mjs'
import { checkNamedFiles } from './lib/check-named-files.mjs'
import { checkColumns } from './lib/import-page.mjs'
import { checkSizes } from './lib/check-sizes.mjs'
import { checkTexts } from './lib/check-texts.mjs'
import { root, run } from './lib/run.mjs'
import { checkSettings } from './lib/settings-page.mjs'

const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { quiet: true })
// The apps of e2e/hosts are as their frameworks want them.
const files = output
  .trim()
  .split('\n')
  .filter((path) => !/^e2e\/hosts\/[^/]+\//.test(path))
const read = (/** @type {string} */ path) => readFileSync(`${root}/${path}`, 'utf8')

const broken = [
  ...checkDecisions(files, read),
  ...checkGlossary(files, read),
  ...(await checkColumns(read)),
  ...checkImports(files, read),
  ...checkNamedFiles(files, read),
  ...(await checkSettings(read)),
  ...checkSizes(files, read),
  ...checkTexts(files, read)
]
for (const line of broken) console.log(line)
process.exitCode = broken.length === 0 ? 0 : 1
