import { readFileSync, writeFileSync } from 'node:fs'
import { root } from '../../scripts/lib/run.ts'
import { blackHole } from './black-hole.ts'
import { failover } from './failover.ts'
import type { Fault, Outcome } from './fault.ts'
import { firstImport } from './first-import.ts'
import { fullDisk } from './full-disk.ts'
import { killedImport } from './killed-import.ts'
import { killedImportServer } from './killed-import-server.ts'
import { killedMails } from './killed-mails.ts'
import { killedProcesses } from './killed-processes.ts'
import { killedWebhooks } from './killed-webhooks.ts'
import { pooler } from './pooler.ts'
import { restoredCopy } from './restored-copy.ts'
import { rollingRestart, rollingRestartNginx } from './rolling-restart.ts'
import { stalledStorage } from './stalled-storage.ts'

const faults: Readonly<Record<string, Fault>> = {
  'rolling-restart': rollingRestart,
  'rolling-restart-nginx': rollingRestartNginx,
  'killed-processes': killedProcesses,
  'killed-mails': killedMails,
  'killed-import': killedImport,
  'killed-import-server': killedImportServer,
  'first-import': firstImport,
  'killed-webhooks': killedWebhooks,
  'restored-copy': restoredCopy,
  'black-hole': blackHole,
  failover,
  'full-disk': fullDisk,
  'stalled-storage': stalledStorage,
  pooler
}

interface Result extends Partial<Outcome> {
  readonly name: string
  /** A requirement that this machine lacks. */
  readonly missing?: string
}

function rowOf({ name, tried, through, lost, missing }: Result): string {
  const [what = '', counted = ''] = name.split('; ')
  const numbers = missing ? [`not tried without ${missing}`, '', ''] : [tried, through, lost]
  return `| ${[what, counted, ...numbers].join(' | ')} |`
}

/** Renews the rows of the tried faults in the table between the marks, in the page that people read. */
function writeTable(results: readonly Result[]): void {
  const file = `${root}/docs/OPERATIONS.md`
  const page = readFileSync(file, 'utf8')
  const rows = Object.values(faults).flatMap(({ name }) => {
    const result = results.find((one) => one.name === name)
    const start = `| ${name.split('; ')[0]} `
    return result ? [rowOf(result)] : page.split('\n').filter((line) => line.startsWith(start))
  })
  const head = ['| What fails | Lost are | Tried | Got through | Lost |', '| --- | --- | --: | --: | --: |']
  writeFileSync(
    file,
    page.replace(
      /(<!-- faults -->\n)[^]*(\n<!-- \/faults -->)/,
      (_all, start: string, end: string) => `${start}\n${[...head, ...rows].join('\n')}\n${end}`
    )
  )
}

const asked = process.argv.slice(2)
const unknown = asked.filter((key) => !Object.hasOwn(faults, key))
if (unknown.length > 0) {
  console.error(`No such fault: ${unknown.join(', ')}. There are: ${Object.keys(faults).join(', ')}.`)
  process.exit(1)
}
const results: Result[] = []
for (const [key, { name, missing = () => undefined, run }] of Object.entries(faults)) {
  if (asked.length > 0 && !asked.includes(key)) continue
  console.log(name)
  const program = missing()
  results.push(program ? { name, missing: program } : { name, ...(await run()) })
}
console.table(results)
writeTable(results)
const held = results.every(({ lost = 0 }) => lost === 0)
if (!held) console.error('Something was lost.')
process.exit(held ? 0 : 1)
