import type { Changes } from '@customer-center/contract/change.schema'
import { Client } from 'pg'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { addCompany } from '../../server/src/testing/company.ts'
import { startPostgres } from '../../server/src/testing/postgres.ts'
import { addProviderKey } from '../../server/src/testing/provider-keys.ts'
import { createPostgresDatabase } from '../../server/src/testing/test-database.ts'
import { root } from '../../scripts/lib/run.ts'
import { type Measurement, perSecond } from './measurement.ts'
import { startProcess } from './process.ts'
import { scratchFolder } from './product.ts'

const stored = 200_000
const writers = 8
const rateLimit = 10_000

/**
 * SQL for audit entries as a save of three fields leaves them, each of a contact that no other writer changes at the
 * time.
 */
const entriesOf = (writer: number) => `
  insert into audit_entries (company, customer_id, actor_pvaid, action, resource, key, changes)
  select 1, 100, 102, 'update', 'contact', jsonb_build_object('id', 100, 'pvaid', ${writer} * 1000000 + n, 'company', 1),
         jsonb_build_object('ASP_ORT', jsonb_build_object('old', 'Wien', 'new', 'Ort ' || n),
           'ASP_STRASSE', jsonb_build_object('old', null, 'new', 'Straße ' || n),
           'ASP_NEWSLETTER', jsonb_build_object('old', false, 'new', true))`

/**
 * Writes transactions of some changes that end after others that began later, until the reader is at its end.
 * @returns the number of written changes
 */
async function write(connectionString: string, writer: number, isOver: () => boolean): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  let kept = 0
  while (!isOver()) {
    await client.query('begin')
    await client.query(`${entriesOf(writer)} from generate_series(1, 3) as n`)
    await client.query('select pg_sleep(random() * 0.05)')
    await client.query(`${entriesOf(writer)} from generate_series(4, 5) as n`)
    await client.query('commit')
    kept += 5
  }
  await client.end()
  return kept
}

/** Measures the feed of changes, read from its beginning by one program while eight transactions at once write more. */
export async function benchChanges(): Promise<Measurement[]> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The bench of changes needs a PostgreSQL binary.')
  const { url: databaseUrl } = await createPostgresDatabase(postgres.url, 'migrated')
  const database = await openDatabase({ ...readConfig({}), databaseUrl, databasePool: 2, dataFolder: '' })
  await addCompany(database.db, 100)
  const { key } = await addProviderKey(database.db, { scopes: ['read'], expiresAt: new Date(Date.now() + 3_600_000) })
  await database.pool.query(`${entriesOf(0)} from generate_series(1, ${stored}) as n`)
  await database.pool.query('analyze audit_entries')
  await database.close()
  const ours = await startProcess(`${root}/server/dist/programs/main.js`, {
    DATABASE_URL: databaseUrl,
    DATA_FOLDER: scratchFolder(),
    PORT: '0',
    LOG_LEVEL: 'error'
  })

  let cursor = ''
  const ids = new Set<number>()
  let count = 0
  const readOn = async (): Promise<void> => {
    for (let hasMore = true; hasMore;) {
      const response = await fetch(`${ours.url}/provider/v1/changes${cursor && `?after=${cursor}`}`, {
        headers: { authorization: `Bearer ${key}` }
      })
      if (!response.ok) throw new Error(await response.text())
      const page = (await response.json()) as Changes
      for (const { id } of page.changes) ids.add(id)
      count += page.changes.length
      ;({ cursor, hasMore } = page)
    }
  }

  try {
    let isOver = false
    const writing = Promise.all(
      Array.from({ length: writers }, (_, index) => write(databaseUrl, index + 1, () => isOver))
    )
    const start = performance.now()
    await readOn()
    const rate = (count / (performance.now() - start)) * 1000
    isOver = true
    const written = (await writing).reduce((sum, kept) => sum + kept, 0)
    await readOn()
    const wanted = stored + written
    return [
      {
        name: `${stored} changes read, while ${writers} writers commit out of order`,
        ours: perSecond(rate),
        floor: '',
        ratio: '',
        limit: `>= ${perSecond(rateLimit)}`,
        kept: rate >= rateLimit
      },
      {
        name: `changes that came once, of them ${written} written meanwhile`,
        ours: `${ids.size} in ${count} rows`,
        floor: `${wanted}`,
        ratio: '',
        limit: 'all, each once',
        kept: ids.size === wanted && count === wanted
      }
    ]
  } finally {
    await ours.end()
    await postgres.stop()
  }
}
