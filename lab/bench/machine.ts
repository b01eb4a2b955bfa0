import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import product from '../../package.json' with { type: 'json' }
import { root } from '../../scripts/lib/run.ts'
import { findBinaries } from '../../testing/server/postgres-binaries.ts'

const said = (program: string, ...words: string[]): string =>
  spawnSync(program, words, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''

/** Returns the machine and the versions that figures belong to, in one line. */
export function machineOf({ onPostgres }: { readonly onPostgres: boolean }): string {
  const cores = cpus()
  const postgres = said(join(findBinaries() ?? '', 'postgres'), '--version').replace(
    'postgres (PostgreSQL)',
    'PostgreSQL'
  )
  const changed = said('git', 'status', '--porcelain') === '' ? '' : ', changed since'
  return [
    `${cores[0]?.model.trim()}, ${cores.length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `Node ${process.version}`,
    ...(onPostgres ? [postgres] : []),
    `${product.name} ${product.version} (${said('git', 'rev-parse', '--short', 'HEAD')}${changed})`
  ].join(' · ')
}
