import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { mapConcurrently } from '../lib/map-concurrently.ts'
import { type CheckOutcome, type Checks, failedFault, type Surroundings, warningFault } from '../operator/check.ts'
import { openStorage } from './storage.ts'

interface NamedFile {
  readonly key: string
  readonly size: number
  /** Number of all files that the database references. */
  readonly all: number
}

// Each check overwrites the same file, so that at most one is left behind.
const probeKey = 'check/probe'

/** Each file is looked up in the storage: a bucket answers some hundred requests in a second. */
const maxFiles = 10_000

const gigabyte = 1e9

/** Judges the free bytes of a disk: a tenth of a large disk is still plenty. */
export function judgeSpace(free: number, size: number): CheckOutcome {
  const sentence = `${(free / gigabyte).toFixed(1)} of ${(size / gigabyte).toFixed(1)} GB of DATA_FOLDER are free`
  if (free < Math.min(size / 50, gigabyte)) return failedFault(`${sentence}.`)
  return free < Math.min(size / 10, 10 * gigabyte) ? warningFault(`${sentence}.`) : sentence
}

export const storageSurroundings: Surroundings = {
  async storage(config) {
    const storage = openStorage(config)
    try {
      const probe = new Date().toISOString()
      await storage.put(probeKey, Buffer.from(probe))
      const read = await buffer(await storage.getStream(probeKey))
      if (read.toString() !== probe) return failedFault('A file that was written is read otherwise.')
      const { storage: settings, dataFolder } = config
      return settings.kind === 's3' ? `the bucket ${settings.bucket}` : `the folder documents in ${dataFolder}`
    } finally {
      storage.close()
    }
  },
  async 'disk-space'({ dataFolder }) {
    // With a bucket and a PostgreSQL server, the folder holds only the signing key.
    const disk = await statfs(existsSync(dataFolder) ? dataFolder : '.')
    return judgeSpace(disk.bavail * disk.bsize, disk.blocks * disk.bsize)
  }
}

export const storageChecks: Checks = {
  // A restored database may lack its files.
  async 'stored-files'(config, db) {
    const { rows } = await sql<NamedFile>`
      select storage_key as key, size_bytes as size, count(*) over () as all
      from (select storage_key, size_bytes from documents union select storage_key, size_bytes from stored_files) files
      order by random() limit ${maxFiles}`.execute(db)
    const storage = openStorage(config)
    try {
      const isWrong = await mapConcurrently(rows, 32, async ({ key, size }) => (await storage.size(key)) !== size)
      const wrong = rows.filter((_row, index) => isWrong[index])
      const looked = `${rows.length} of ${rows[0]?.all ?? 0} files`
      if (!wrong[0]) return `${looked} looked for, and found`
      const faults = `${wrong.length} are missing or of another size, such as ${wrong[0].key}`
      return failedFault(`Of ${looked} that the database names ${faults}.`)
    } finally {
      storage.close()
    }
  }
}
