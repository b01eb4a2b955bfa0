import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runOn } from '../../testing/server/postgres.ts'
import type { Fault } from './fault.ts'
import { type FaultProduct, saveThrough, startProduct } from './product.ts'

/** Writes files until nothing more fits, not even a page of the database; the returned function makes room again. */
export function fill(folder: string): () => void {
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

export const fullDisk: Fault = {
  name: 'the disk of PostgreSQL and its log is full, three times for five seconds; saves with a failure other than 503, or acknowledged and not there',
  missing: () => (process.getuid?.() === 0 ? undefined : 'root, who mounts a small disk'),
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'customer-center-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder])
    try {
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
    } finally {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    }
  }
}
