import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import product from '../../package.json' with { type: 'json' }
import { root } from '../../scripts/lib/run.ts'
import { findBinaries } from '../../testing/server/postgres-binaries.ts'

const said = (program: string, ...words: string[]): string =>
  spawnSync(program, words, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''

const cores = cpus()
const postgres = said(join(findBinaries() ?? '', 'postgres'), '--version').replace(
  'postgres (PostgreSQL)',
  'PostgreSQL'
)
const changed = said('git', 'status', '--porcelain') === '' ? '' : ', changed since'

/** The machine and the versions that figures belong to, as they are at the start of the run, in one line. */
export const machine = [
  `${cores[0]?.model.trim()}, ${cores.length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
  `Node ${process.version}`,
  ...(postgres === '' ? [] : [postgres]),
  `${product.name} ${product.version} (${said('git', 'rev-parse', '--short', 'HEAD')}${changed})`
].join(' · ')
