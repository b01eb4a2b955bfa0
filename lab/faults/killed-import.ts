import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOn, startPostgres } from '../../testing/server/postgres.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import type { Format } from './broken-rows.ts'
import { type Fault, seeded } from './fault.ts'
import { writeProviderFiles } from './provider-files.ts'
import { amounts, differences, missedKills, providerOf } from './provider-program.ts'

const mostKills = 20
interface Counts {
  readonly file: string
  readonly created: number
  readonly updated: number
  readonly removed: number
}

/** Reads the lines that an import has named as refused, by the file's name. */
function namedLines(folder: string, file: string): number[] {
  const reasons = join(folder, `${file.replace(/\.(csv|ndjson)$/, '.refused.$1')}.txt`)
  return [...readFileSync(reasons, 'utf8').matchAll(/^line (\d+):/gm)].map(([, line]) => Number(line))
}

export const killedImport: Fault = {
  name: 'a program that imports a provider’s files, one row in a hundred broken, is killed with -9 twenty times; rows refused in vain or taken in vain, rows that a second import writes, kills that did not hit, and files of an export that differ from those of an undisturbed import',
  async run() {
    await using ends = new AsyncDisposableStack()
    const postgres = await startPostgres()
    ends.defer(postgres.stop)
    const scratch = mkdtempSync(join(tmpdir(), 'customer-center-import-'))
    ends.defer(() => rmSync(scratch, { recursive: true }))
    let lost = 0
    let tried = 0

    const imported = async (format: Format, kills: number): Promise<string> => {
      const folder = join(scratch, format)
      const { rows, broken, kinds } = await writeProviderFiles(folder, amounts, format)
      const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'migrated')
      await runOn(databaseUrl, `insert into providers (company, name) values (1, 'Berg Akademie')`)
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
      lost += named.reduce((sum, count) => sum + count, 0) + written + missedKills(killed, kills)
      const exported = join(scratch, `${format}-exported`)
      await provider.done('export', exported)
      return exported
    }

    const undisturbed = await imported('csv', 0)
    const killed = await imported('ndjson', mostKills)
    lost += differences(undisturbed, killed)
    return { tried, through: tried, lost }
  }
}
