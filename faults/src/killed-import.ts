import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { root } from '../../scripts/lib/run.mjs'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { createPostgresDatabase } from '../../server/src/testing/test-database.ts'
import { type Fault, seeded } from './fault.ts'
import type { Format } from './broken-rows.ts'
import { type Amounts, writeProviderFiles } from './provider-files.ts'

const mostKills = 20
/** A fiftieth of a large provider's data. */
const amounts: Amounts = {
  customers: 200,
  contacts: 4000,
  events: 100,
  participations: 10_000,
  invoices: 6000,
  files: 400
}

interface Counts {
  readonly file: string
  readonly created: number
  readonly updated: number
  readonly removed: number
}

/** Commands of a provider on a database of its own. */
function providerOf(env: Readonly<Record<string, string>>) {
  const run = (args: readonly string[], output: 'pipe' | 'ignore'): ChildProcess =>
    fork(`${root}/server/dist/programs/provider.js`, args, {
      env: { ...process.env, ...env },
      execArgv: [],
      stdio: ['ignore', output, 'pipe', 'ipc']
    })
  return {
    /** Its answer. Rows that are refused are no failure. */
    async done(...args: string[]): Promise<unknown> {
      const child = run([...args, '--json'], 'pipe')
      let text = ''
      let errors = ''
      child.stdout?.on('data', (bytes: Buffer) => (text += bytes.toString()))
      child.stderr?.on('data', (bytes: Buffer) => (errors += bytes.toString()))
      const [code] = (await once(child, 'exit')) as [number]
      if (code !== 0 && code !== 3) throw new Error(`${args[0]} ended with ${code}: ${errors}`)
      return JSON.parse(text)
    },
    /** Kills it with -9 so many ms after it began to read; false if it was done by then. */
    async killed(afterMs: number, ...args: string[]): Promise<boolean> {
      const child = run(args, 'ignore')
      const exit = once(child, 'exit')
      for await (const line of createInterface({ input: child.stderr! })) if (line.startsWith('Import ')) break
      await Promise.race([exit, wait(afterMs)])
      child.kill('SIGKILL')
      const [, signal] = (await exit) as [number | null, string | null]
      return signal === 'SIGKILL'
    }
  }
}

/** The lines that an import has named as refused, by the file's name. */
function namedLines(folder: string, file: string): number[] {
  const reasons = join(folder, `${file.replace(/\.(csv|ndjson)$/, '.refused.$1')}.txt`)
  return [...readFileSync(reasons, 'utf8').matchAll(/^line (\d+):/gm)].map(([, line]) => Number(line))
}

/** How many of the exported files differ. */
function differences(one: string, other: string): number {
  const files = readdirSync(one, { recursive: true, encoding: 'utf8' })
  const same = execFileSync('sh', ['-c', 'diff -rq "$1" "$2" | wc -l', 'sh', one, other], { encoding: 'utf8' })
  return Number(same) + (files.length === 0 ? 1 : 0)
}

export const killedImport: Fault = {
  name: 'a program that imports a provider’s files, one row in a hundred broken, is killed with -9 twenty times; rows refused in vain or taken in vain, rows that a second import writes, and files of an export that differ from those of an undisturbed import',
  async run() {
    const postgres = await startPostgres()
    if (!postgres) throw new Error('The faults need a PostgreSQL binary.')
    const scratch = mkdtempSync(join(tmpdir(), 'customer-center-import-'))
    let lost = 0
    let tried = 0

    const imported = async (format: Format, kills: number): Promise<string> => {
      const folder = join(scratch, format)
      const { rows, broken, kinds } = await writeProviderFiles(folder, amounts, format)
      const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'migrated')
      const database = await openDatabase({ ...readConfig({}), databaseUrl, databasePool: 1 })
      await database.pool.query(`insert into providers (company, name) values (1, 'Berg Akademie')`)
      await database.close()
      const dataFolder = join(scratch, `${format}-data`)
      mkdirSync(dataFolder)
      const provider = providerOf({ DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder, LOG_LEVEL: 'silent' })
      const run = ['import', folder, '--run', '7c9e6679-7425-40de-944b-e07fc1f90ae7']
      const random = seeded(3)
      let killed = 0
      for (let time = 0; time < kills; time += 1) if (await provider.killed(100 + random() * 900, ...run)) killed += 1
      await provider.done(...run)
      const named = Object.entries(broken).map(([file, lines]) => {
        const found = new Set(namedLines(folder, file))
        const missed = lines.filter((line) => !found.delete(line))
        if (missed.length + found.size > 0)
          console.log(`  ${file}: taken ${missed.join(' ')}, refused ${[...found].join(' ')}`)
        return missed.length + found.size
      })
      const again = (await provider.done('import', folder)) as { files: readonly Counts[] }
      const written = again.files.reduce((sum, { created, updated, removed }) => sum + created + updated + removed, 0)
      for (const { file, created, updated, removed } of again.files)
        if (created + updated + removed > 0) console.log(`  again in ${file}:`, { created, updated, removed })
      console.log(
        `  ${format}: ${rows} rows, ${Object.values(broken).flat().length} broken in ${kinds} ways, ${killed} kills, ${written} written again`
      )
      tried += rows
      lost += named.reduce((sum, count) => sum + count, 0) + written
      const exported = join(scratch, `${format}-exported`)
      await provider.done('export', exported)
      return exported
    }

    const undisturbed = await imported('csv', 0)
    const killed = await imported('ndjson', mostKills)
    lost += differences(undisturbed, killed)
    await postgres.stop()
    rmSync(scratch, { recursive: true })
    return { tried, through: tried, lost }
  }
}
