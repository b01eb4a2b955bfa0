import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from '../../scripts/lib/run.ts'
import { programFile, startChild } from '../../testing/process.ts'
import { scratchFolder } from '../../testing/product.ts'
import { type Env, operate } from '../../testing/server/backups.ts'
import { startPostgres } from '../../testing/server/postgres.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import type { Trial } from '../trial/trial.ts'

/** Kills for each database. */
const kills = 10
const runId = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

interface Imported {
  readonly files: readonly Readonly<Record<'read' | 'created' | 'updated' | 'removed' | 'refused', number>>[]
}

/** Kills an import with -9 so many ms after it began to read; false if it was done by then. */
async function killed(env: Env, afterMs: number, ...words: string[]): Promise<boolean> {
  const child = startChild('provider', env, 'pipe', words)
  const exit = once(child, 'exit')
  child.stdout?.resume()
  for await (const line of createInterface({ input: child.stderr! })) if (line.startsWith('Import ')) break
  await Promise.race([exit, wait(afterMs)])
  child.kill('SIGKILL')
  const [, signal] = (await exit) as [number | null, string | null]
  return signal === 'SIGKILL'
}

/** Counts the exported files that differ. */
const differences = (one: string, other: string): number =>
  Number(execFileSync('sh', ['-c', 'diff -rq "$1" "$2" | wc -l', 'sh', one, other], { encoding: 'utf8' }))

export const killedImport: Trial = {
  name: 'a program that imports the demo with a company of 4,000 contacts is killed with -9 twenty times, half of them with the embedded database; kills that did not hit, rows that a second import writes or refuses, and files of an export that differ from the imported ones',
  async run() {
    await using ends = new AsyncDisposableStack()
    const postgres = await startPostgres()
    ends.defer(postgres.stop)
    const scratch = await scratchFolder('import')
    ends.defer(() => rmSync(scratch, { recursive: true }))
    const envOf = (name: string, databaseUrl = ''): Env => ({
      DATABASE_URL: databaseUrl,
      DATA_FOLDER: join(scratch, name),
      LOG_LEVEL: 'silent'
    })
    const source = join(scratch, 'exported')
    await run(process.execPath, [programFile('demo'), '--contacts', '4000'], { quiet: true, env: envOf('demo') })
    await operate(envOf('demo'), 'export', source)
    const { url } = await createPostgresDatabase(postgres.url, 'migrated')
    let [tried, broken] = [0, 0]
    for (const env of [envOf('embedded'), envOf('postgres', url)]) {
      let hits = 0
      for (let time = 0; time < kills; time += 1)
        if (await killed(env, 100 + ((time * 370) % 900), 'import', source, '--run', runId)) hits += 1
      await operate(env, 'import', source, '--run', runId)
      const { files } = await operate<Imported>(env, 'import', source)
      const sum = (name: keyof (typeof files)[number]) => files.reduce((all, file) => all + file[name], 0)
      const again = sum('created') + sum('updated') + sum('removed') + sum('refused')
      const target = `${env['DATA_FOLDER']}-exported`
      await operate(env, 'export', target)
      const differing = differences(source, target)
      console.log(`  ${sum('read')} rows, ${hits} kills, ${again} written again, ${differing} files differ`)
      tried += sum('read')
      broken += kills - hits + again + differing
    }
    return { tried, broken }
  }
}
