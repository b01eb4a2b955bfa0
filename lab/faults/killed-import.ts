import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../testing/server/postgres.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import { seeded, type Trial } from '../trial/trial.ts'
import type { Format } from './broken-rows.ts'
import { writeProviderFiles } from './provider-files.ts'
import { amounts, differences, missedKills, providerOf } from './provider-program.ts'

/** Kills for each database. */
const kills = 10

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

export const killedImport: Trial = {
  name: 'a program that imports a provider’s files, one row in a hundred broken, is killed with -9 twenty times, half of them with the embedded database; rows refused in vain or taken in vain, rows that a second import writes, kills that did not hit, and files of an export that differ from those of an undisturbed import',
  async run() {
    await using ends = new AsyncDisposableStack()
    const postgres = await startPostgres()
    ends.defer(postgres.stop)
    const scratch = mkdtempSync(join(tmpdir(), 'customer-center-import-'))
    ends.defer(() => rmSync(scratch, { recursive: true }))
    const newDatabase = async () => (await createPostgresDatabase(postgres.url, 'migrated')).url
    const ownRow = join(scratch, 'provider.ndjson')
    writeFileSync(ownRow, '{"name":"Berg Akademie"}\n')
    let lost = 0
    let tried = 0

    const imported = async (databaseUrl: string, format: Format, promised: number): Promise<string> => {
      const folder = mkdtempSync(join(scratch, format))
      const { rows, broken, kinds } = await writeProviderFiles(folder, amounts, format)
      const env = { DATABASE_URL: databaseUrl, DATA_FOLDER: mkdtempSync(join(scratch, 'data')), LOG_LEVEL: 'silent' }
      const provider = providerOf(env)
      await provider.done('import', ownRow)
      const run = ['import', folder, '--run', '7c9e6679-7425-40de-944b-e07fc1f90ae7']
      const random = seeded(3)
      let killed = 0
      for (let time = 0; time < promised; time += 1)
        if (await provider.killed(100 + random() * 900, ...run)) killed += 1
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
      lost += named.reduce((sum, count) => sum + count, 0) + written + missedKills(killed, promised)
      const exported = `${folder}-exported`
      await provider.done('export', exported)
      return exported
    }

    const undisturbed = await imported(await newDatabase(), 'csv', 0)
    for (const killed of [await imported(await newDatabase(), 'ndjson', kills), await imported('', 'csv', kills)])
      lost += differences(undisturbed, killed)
    return { tried, broken: lost }
  }
}
