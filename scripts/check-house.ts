// Rules of this repository that the linter does not cover. Prints a line for each violation; any line is a failure.
import { readFileSync } from 'node:fs'
import { checkDecisions } from './lib/check-decisions.ts'
import { checkGlossary } from './lib/check-glossary.ts'
import { checkHelperNames } from './lib/check-helper-names.ts'
import { checkImports } from './lib/check-imports.ts'
import { checkNamedFiles } from './lib/check-named-files.ts'
import { checkSizes } from './lib/check-sizes.ts'
import { checkStatements } from './lib/check-statements.ts'
import { checkTexts } from './lib/check-texts.ts'
import { checkTypeNames } from './lib/check-type-names.ts'
import { checkVersions } from './lib/check-versions.ts'
import { checkColumns } from './lib/import-page.ts'
import { checkLicences } from './lib/licences.ts'
import { checkLimits } from './lib/limits-page.ts'
import { checkMigrations } from './lib/migration-list.ts'
import { checkRetention } from './lib/retention-page.ts'
import { root, run } from './lib/run.ts'
import { checkSettings } from './lib/settings-page.ts'

const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { quiet: true })
// The apps of e2e/hosts are as their frameworks want them.
const files = output
  .trim()
  .split('\n')
  .filter((path) => !/^e2e\/hosts\/[^/]+\//.test(path))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

const broken = [
  ...checkDecisions(files, read),
  ...checkGlossary(files, read),
  ...checkColumns(read),
  ...checkHelperNames(files, read),
  ...checkImports(files, read),
  ...checkLicences(read),
  ...(await checkLimits(read)),
  ...checkMigrations(files, read),
  ...checkNamedFiles(files, read),
  ...(await checkRetention(read)),
  ...(await checkSettings(read)),
  ...checkSizes(files, read),
  ...checkStatements(files, read),
  ...checkTexts(files, read),
  ...checkTypeNames(files, read),
  ...checkVersions(read)
]
for (const line of broken) console.log(line)
process.exitCode = broken.length === 0 ? 0 : 1
