import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProgram } from '../../testing/process.ts'
import { withDatabase } from '../../testing/server/backups.ts'
import { runOn } from '../../testing/server/postgres.ts'
import type { Trial } from '../trial/trial.ts'
import { addCustomers, type FaultProduct, saveDuring, saveThrough, startProduct } from './product.ts'

/** Writes files until nothing more fits, not even a page of the database; the returned function makes room again. */
function fill(folder: string): () => void {
  const files: string[] = []
  for (const size of [1_048_576, 4096]) {
    for (let isFull = false; !isFull;) {
      const file = join(folder, `filler-${files.length}`)
      files.push(file)
      try {
        writeFileSync(file, Buffer.alloc(size))
      } catch {
        isFull = true
      }
    }
  }
  return () => {
    for (const file of files) rmSync(file, { force: true })
  }
}

/**
 * Uses the files of the log that PostgreSQL has in reserve. At the next it ends, as it does wherever its log has no
 * room.
 */
async function emptyLogReserve({ databaseUrl }: FaultProduct): Promise<void> {
  for (let file = 0; file < 20; file += 1) {
    const statement = `select pg_logical_emit_message(false, 'filler', 'a record'), pg_switch_wal()`
    await runOn(databaseUrl, statement).catch(() => undefined)
  }
}

const lacksRoot = () => (process.getuid?.() === 0 ? undefined : 'root, who mounts a small disk')

/** Lets a trial run in a folder that is a small disk. */
async function onSmallDisk<Result>(options: string, run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'customer-center-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  try {
    return await run(folder)
  } finally {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  }
}

export const fullDisk: Trial = {
  name: 'the disk of PostgreSQL and its log is full, three times for five seconds; saves with a failure other than 503, or acknowledged and not there',
  missing: lacksRoot,
  run: () =>
    onSmallDisk('size=400m,mode=755', async (folder) => {
      const product = await startProduct(8, folder, ['max_wal_size=64MB', 'min_wal_size=32MB'])
      const { url } = await product.start('main')
      const outcome = await saveThrough(product, url, async () => {
        for (let times = 0; times < 3; times += 1) {
          await wait(3000)
          const makeRoom = fill(folder)
          await wait(4000)
          await emptyLogReserve(product)
          await wait(1000)
          makeRoom()
          const begun = Date.now()
          const hadEnded = await product.postgres.restartIfEnded()
          while (!(await fetch(`${url}/readyz`)).ok) await wait(20)
          console.log(`  ready after ${Date.now() - begun} ms${hadEnded ? ', with a new start of PostgreSQL' : ''}`)
        }
        await wait(3000)
      })
      await product.close()
      return outcome
    })
}

export const fullDiskEmbedded: Trial = {
  name: 'the disk of the embedded database is full, three times for three seconds; saves with a failure other than 503, or acknowledged and not there, and servers that end',
  missing: lacksRoot,
  run: () =>
    onSmallDisk('size=300m,mode=700', async (folder) => {
      const env = { DATA_FOLDER: join(folder, 'data'), DATABASE_URL: '' }
      // The first start makes the database.
      await (await startProgram('main', env)).end()
      const saving = await withDatabase(env, ({ db }) => addCustomers(db, 8))
      const { url, child, end } = await startProgram('main', { ...env, LOG_LEVEL: 'fatal' })
      const { tried, broken } = await saveDuring(saving.customers, url, async () => {
        for (let times = 0; times < 3; times += 1) {
          await wait(2000)
          const makeRoom = fill(folder)
          await wait(3000)
          makeRoom()
        }
        await wait(2000)
      })
      await end()
      const lost = await withDatabase(env, ({ pool }) => saving.lostSaves(pool))
      return { tried, broken: broken + lost + (child.exitCode === 0 ? 0 : 1) }
    })
}
