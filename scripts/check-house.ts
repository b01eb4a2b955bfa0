// Rules of this repository that the linter does not cover. Prints a line for each violation; any line is a failure.
import { readFileSync } from 'node:fs'
import { checkCells } from './lib/check-cells.ts'
import { checkComments } from './lib/check-comments.ts'
import { checkDecisions } from './lib/check-decisions.ts'
import { checkGlossary } from './lib/check-glossary.ts'
import { checkHelperNames } from './lib/check-helper-names.ts'
import { checkImports } from './lib/check-imports.ts'
import { checkLinks } from './lib/check-links.ts'
import { checkNamedFiles } from './lib/check-named-files.ts'
import { checkSizes } from './lib/check-sizes.ts'
import { checkStatements } from './lib/check-statements.ts'
import { checkTexts } from './lib/check-texts.ts'
import { checkTypeNames } from './lib/check-type-names.ts'
import { checkVersions } from './lib/check-versions.ts'
import { checkGenerated } from './lib/generated.ts'
import { checkLicences } from './lib/licences.ts'
import { root, run } from './lib/run.ts'

const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { quiet: true })
// The apps of e2e/hosts follow the conventions of their frameworks.
const files = output
  .trim()
  .split('\n')
  .filter((path) => !/^e2e\/hosts\/[^/]+\//.test(path))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

const broken = [
  ...checkCells(read),
  ...checkComments(files, read),
  ...checkDecisions(files, read),
  ...checkGlossary(files, read),
  ...(await checkGenerated(read)),
  ...checkHelperNames(files, read),
  ...checkImports(files, read),
  ...checkLicences(read),
  ...checkLinks(files, read),
  ...checkNamedFiles(files, read),
  ...checkSizes(files, read),
  ...checkStatements(files, read),
  ...checkTexts(files, read),
  ...checkTypeNames(files, read),
  ...checkVersions(read)
]
for (const line of broken) console.log(line)
process.exitCode = broken.length === 0 ? 0 : 1
