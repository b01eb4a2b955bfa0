import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { leftOut } from '../../server/src/operator/backup/backup-folder.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { type Database, openDatabase } from '../../server/src/platform/database/connection.ts'
import { type Ended, runProvider } from '../process.ts'
import { patient } from './test-database.ts'

export type Env = Readonly<Record<string, string>>

/** A pair of keys of age. */
export interface BackupKeys {
  readonly recipient: string
  /** The file with the private key. */
  readonly identity: string
}

export async function makeKeys(): Promise<BackupKeys> {
  const identity = join(await mkdtemp(join(tmpdir(), 'customer-center-age-')), 'identity.txt')
  const key = await generateX25519Identity()
  await writeFile(identity, `# a comment\n${key}\n`)
  return { recipient: await identityToRecipient(key), identity }
}

/** Opens the database of settings; the caller closes it. */
export const openDatabaseOf = (env: Env): Promise<Database> => openDatabase({ ...readConfig(env), ...patient })

/** Opens the database of settings for a moment. */
export async function withDatabase<Result>(env: Env, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabaseOf(env)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Returns all rows that a backup has, but for what a restore changes in them, as text by table. */
export async function storedRows({ pool }: Pick<Database, 'pool'>): Promise<Record<string, readonly string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  )
  const entries: [string, readonly string[]][] = []
  for (const { name } of tables) {
    if (name === 'migrations' || leftOut[name] === true || name === 'signing_keys') continue
    const { rows } = await pool.query<{ row: string }>(
      `select (to_jsonb(t) - 'sleeping' - 'link_hash')::text as row from ${name} t order by 1`
    )
    entries.push([name, rows.map(({ row }) => row)])
  }
  return Object.fromEntries(entries)
}

/** Runs a command of the operator, which has to succeed, and returns its JSON. */
export async function operate<Output = unknown>(env: Env, ...words: readonly string[]): Promise<Output> {
  const { code, stdout, stderr }: Ended = await runProvider([...words, '--json'], env)
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout) as Output
}
