import { cellsOf, markdownTable } from '../../scripts/lib/markdown-table.ts'
import { root } from '../../scripts/lib/run.ts'
import { askedOf, rewriteBetween, today } from '../../testing/runner.ts'
import { image } from './image.ts'
import { lacksForMachine, makeMachine } from './machine.ts'
import { services } from './services.ts'
import type { Way } from './way.ts'

const tryIt: Way = {
  name: 'A try: from an empty Debian by `sh ops/try.sh`, with all packages fetched',
  missing: lacksForMachine,
  async go() {
    const machine = makeMachine()
    try {
      await machine.run('cd /opt/customer-center\nsh ops/try.sh --check')
    } finally {
      machine.remove()
    }
  }
}

const ways: Readonly<Record<string, Way>> = { try: tryIt, services, image }
const rows = new Map<string, string[]>()
for (const { part } of askedOf(ways)) {
  const { name, missing, go } = part
  console.log(name)
  const lacking = missing()
  const begun = Date.now()
  if (lacking) console.log(`  not gone without ${lacking}`)
  else await go()
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
  if (!lacking) rows.set(name, [name, today(), minutes])
}
rewriteBetween(`${root}/docs/operations/install.md`, 'ways', (table) => {
  const old = cellsOf(table)
  const all = Object.values(ways).map(
    ({ name }) => rows.get(name) ?? old.find(([what]) => what === name) ?? [name, '', '']
  )
  return markdownTable([['Way', 'Last gone on', 'Minutes to the first login'], ...all], 1)
})
