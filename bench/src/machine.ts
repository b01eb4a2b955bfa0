import { execFileSync, spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import rootPackage from '../../package.json' with { type: 'json' }
import { root } from '../../scripts/lib/run.ts'
import { findBinaries } from '../../server/src/testing/postgres-binaries.ts'

const git = (...words: string[]): string =>
  spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''

/** Returns the version of the product, with the commit of its sources. */
function productVersion(): string {
  const commit = git('rev-parse', '--short', 'HEAD')
  const isChanged = git('status', '--porcelain') !== ''
  return [rootPackage.version, ...(commit === '' ? [] : [commit]), ...(isChanged ? ['changed since'] : [])].join(' ')
}

/** Returns the version of the PostgreSQL that the benches start. */
function postgresVersion(): string {
  const binaries = findBinaries()
  return binaries
    ? execFileSync(join(binaries, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()
    : 'no PostgreSQL'
}

/** Returns the machine and the versions that figures belong to, in one line. */
export function machineOf({ onPostgres }: { readonly onPostgres: boolean }): string {
  const cores = cpus()
  return [
    `${cores[0]?.model.trim() ?? 'unknown processor'}, ${cores.length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `Node ${process.version}`,
    ...(onPostgres ? [postgresVersion()] : []),
    `customer-center ${productVersion()}`
  ].join(' · ')
}
