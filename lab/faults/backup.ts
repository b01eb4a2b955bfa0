import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Env, makeKeys, operate, withDatabase } from '../../testing/server/backups.ts'
import { startPostgresProduct } from '../../testing/server/postgres-product.ts'
import { createPostgresDatabase } from '../../testing/server/test-database.ts'
import { today, writeTable } from '../trial/page.ts'
import type { Trial } from '../trial/trial.ts'
import { type BackupLoad, type LoadedItem, startLoad, sumsOf } from './backup-load.ts'
import { savedPlaces } from './product.ts'

/** What the command says of a backup: its folder, its bytes, and the times of its begin and end. */
interface MadeBackup {
  readonly folder: string
  readonly bytes: number
  readonly begun: string
  readonly ended: string
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const begun = Date.now()
  return [await work(), (Date.now() - begun) / 1000]
}

const mean = (values: readonly number[]) => values.reduce((all, one) => all + one, 0) / values.length

/** Counts items that the backup lacks though they were acknowledged before, and those that it has though they came after. */
function countWrong(items: readonly LoadedItem[], found: ReadonlySet<string>, { begun, ended }: MadeBackup): number {
  const [first, last] = [Date.parse(begun), Date.parse(ended)]
  const isLost = ({ name, answered }: LoadedItem) => answered !== undefined && answered < first && !found.has(name)
  const isLate = ({ name, sent }: LoadedItem) => sent > last && found.has(name)
  return items.filter((item) => isLost(item) || isLate(item)).length
}

/** Counts what is wrong in a restored installation, and what was compared. */
async function compare(env: Env, load: BackupLoad, made: MadeBackup): Promise<{ wrong: number; tried: number }> {
  return withDatabase(env, async ({ db, pool }) => {
    const places = await savedPlaces(pool)
    const files = await db.selectFrom('stored_files').select(['sha256', 'storage_key']).execute()
    let wrong = 0
    for (const { sha256, storage_key } of files) {
      const bytes = readFileSync(join(env['DATA_FOLDER'] ?? '', 'documents', storage_key))
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) wrong += 1
    }
    const sums = await sumsOf(pool)
    wrong += Object.entries(load.sums).filter(([company, sum]) => sums[company] !== sum).length
    wrong += countWrong(load.saves, places, made)
    wrong += countWrong(load.files, new Set(files.map((file) => file.sha256)), made)
    return { wrong, tried: places.size + files.length + Object.keys(load.sums).length }
  })
}

export const backup: Trial = {
  name: 'twenty backups are made while customers save, files come in and amounts move between invoices, and each is restored into another PostgreSQL; saves and files that were acknowledged before the begin and are not there, or that were begun after the end and are, files with another SHA-256, and companies with another sum',
  async run(backups = 20) {
    await using ends = new AsyncDisposableStack()
    const product = await startPostgresProduct()
    ends.defer(product.close)
    const scratch = mkdtempSync(join(tmpdir(), 'customer-center-backups-'))
    ends.defer(() => rmSync(scratch, { recursive: true }))
    const env = {
      DATABASE_URL: product.databaseUrl,
      DATA_FOLDER: product.dataFolder,
      ERASURES_FILE: join(scratch, 'e')
    }
    const { url } = await product.start('main', env)
    const keys = await makeKeys()
    const load = await startLoad(product, url)
    ends.defer(load.end)
    const [folder, outcomes, backing, restoring] = [join(scratch, 'backups'), [0, 0], [] as number[], [] as number[]]
    let bytes = 0
    for (let turn = 0; turn < backups; turn += 1) {
      await wait(500)
      const [made, backupSeconds] = await timed(() =>
        operate<MadeBackup>(env, 'backup', folder, '--recipient', keys.recipient)
      )
      await wait(200)
      const { url: databaseUrl, drop } = await createPostgresDatabase(product.postgres.url, 'empty')
      const target = { ...env, DATABASE_URL: databaseUrl, DATA_FOLDER: join(scratch, `restored-${turn}`) }
      const [, restoreSeconds] = await timed(() => operate(target, 'restore', made.folder, '--identity', keys.identity))
      const { wrong, tried } = await compare(target, load, made)
      outcomes[0]! += wrong
      outcomes[1]! += tried
      if (turn === 0) bytes = made.bytes
      backing.push(backupSeconds)
      restoring.push(restoreSeconds)
      await drop()
      rmSync(target.DATA_FOLDER, { recursive: true })
    }
    await load.end()
    const [verified, verifySeconds] = await timed(() =>
      operate<{ rows: number; files: number }>(env, 'restore', folder, '--verify', '--identity', keys.identity)
    )
    writeTable(
      'operations/backup.md',
      'backup',
      [
        [`On ${today()}`, 'Time or size'],
        [`\`backup\` while people save, on average of ${backups}`, `${mean(backing).toFixed(1)} s`],
        ['the first of them', `${(bytes / 1e6).toFixed(1)} MB`],
        ['`restore` into PostgreSQL, until the command ends, on average', `${mean(restoring).toFixed(1)} s`],
        [
          `\`restore --verify\` of the last: ${verified.rows.toLocaleString('en')} rows, ${verified.files.toLocaleString('en')} files`,
          `${verifySeconds.toFixed(1)} s`
        ]
      ],
      1
    )
    const [lost = 0, tried = 0] = outcomes
    return { tried, broken: lost }
  }
}
