import { cellsOf, markdownTable } from '../../scripts/lib/markdown-table.ts'
import { root } from '../../scripts/lib/run.ts'
import { askedOf, endWith, rewriteBetween, today } from '../../testing/runner.ts'
import { backup } from './backup.ts'
import { blackHole } from './black-hole.ts'
import { failover } from './failover.ts'
import type { Fault, FaultOutcome } from './fault.ts'
import { firstImport } from './first-import.ts'
import { fullDiskEmbedded } from './full-disk-embedded.ts'
import { fullDisk } from './full-disk.ts'
import { killedImportServer } from './killed-import-server.ts'
import { killedImport } from './killed-import.ts'
import { month } from './month.ts'
import { pitr } from './pitr.ts'
import { pooler } from './pooler.ts'
import { readOnly } from './read-only.ts'
import { restoredCopy } from './restored-copy.ts'
import { rollingRestart, rollingRestartNginx } from './rolling-restart.ts'
import { slowTest } from './slow-test.ts'
import { stalledStorage } from './stalled-storage.ts'
import { upgrade } from './upgrade.ts'

const faults: Readonly<Record<string, Fault>> = {
  'rolling-restart': rollingRestart,
  'rolling-restart-nginx': rollingRestartNginx,
  upgrade,
  'killed-saves': slowTest(
    'a server is killed with -9 in the middle of saves; acknowledged saves that are not there, or made by half',
    'src/platform/saving/killed-saves.slow.test.ts',
    6
  ),
  'killed-jobs': slowTest(
    'server and worker are killed with -9 at random moments while they make documents; documents that are missing or made twice',
    'src/confirmations/document-job/killed-jobs.slow.test.ts',
    10
  ),
  'killed-mails': slowTest(
    'a server is killed with -9 while the mail server hangs; mails that never came, or came twice',
    'src/people/password-mail/killed-server.slow.test.ts',
    8
  ),
  'killed-import': killedImport,
  'killed-import-server': killedImportServer,
  'first-import': firstImport,
  'killed-webhooks': slowTest(
    'a server that sends webhooks is killed with -9 amid deliveries; changes that never came or came with a wrong signature',
    'src/provider/webhook/killed-webhooks.slow.test.ts',
    10
  ),
  'restored-copy': restoredCopy,
  backup,
  pitr,
  'black-hole': blackHole,
  'read-only': readOnly,
  failover,
  'full-disk': fullDisk,
  'full-disk-embedded': fullDiskEmbedded,
  month,
  'stalled-storage': stalledStorage,
  pooler
}

interface Result extends Partial<FaultOutcome> {
  readonly name: string
  /** A requirement that this machine lacks. */
  readonly missing?: string
}

const results: Result[] = []
for (const { part } of askedOf(faults)) {
  const { name, missing = () => undefined, run } = part
  console.log(name)
  const program = missing()
  results.push(program ? { name, missing: program } : { name, ...(await run()) })
}
console.table(results)
rewriteBetween(`${root}/docs/OPERATIONS.md`, 'faults', (table) => renewed(table))
endWith(
  results.every(({ lost = 0 }) => lost === 0),
  'Something was lost.'
)

/** Renews the rows of the tried faults; the others stay as they are. */
function renewed(table: string): string {
  const old = cellsOf(table)
  const rows = Object.values(faults).map(({ name }) => {
    const result = results.find((one) => one.name === name)
    // A row whose fault has not run since the days are noted has none.
    const before = old.find(([what]) => what === name.split('; ')[0])
    return result || !before ? rowOf(result ?? { name }) : [...before, ''].slice(0, 6)
  })
  return markdownTable([['What fails', 'Lost are', 'Tried', 'Got through', 'Lost', 'On'], ...rows], 4)
}

function rowOf({ name, tried, through, lost, missing }: Result): string[] {
  const [what = '', counted = ''] = name.split('; ')
  const counts = [tried, through, lost].map((count) => String(count ?? ''))
  const numbers = missing
    ? [`not tried without ${missing}`, '', '', '']
    : [...counts, tried === undefined ? '' : today()]
  return [what, counted, ...numbers]
}
