import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { hasPooler, hasPostgres } from './src/testing/postgres-binaries.ts'
import { SlowFilesFirst } from './src/testing/slow-files-first.ts'

const all = ['src/**/*.test.ts', '../contract/src/**/*.test.ts']

/** A file runs once on each database if it takes its `test` from fixtures; one that starts processes names its databases itself. */
const usesDatabase = (file: string): boolean => /testing\/([\w-]+-)?fixtures\.ts'/.test(readFileSync(file, 'utf8'))

const source = fileURLToPath(new URL('src', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((file) => join(source, file))
const withDatabase = files.filter((file) => file.endsWith('.test.ts') && usesDatabase(file))

/** What a pooler in transaction mode could break: names of statements, settings of sessions, locks, transactions, the queue. */
const pooled = [
  'src/platform/database/{connection,list,transaction}.test.ts',
  'src/platform/queue/queue.test.ts',
  'src/platform/saving/{idempotency,whole-object}.test.ts',
  'src/account/session/{session,session-race}.test.ts',
  'src/people/contact/{create,save}-contact.test.ts'
]

const project = (database: 'embedded' | 'postgres', include: string[], isPooled = false) => ({
  test: {
    name: isPooled ? 'pgbouncer' : database,
    include,
    provide: { databaseKind: database, isPooled },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On a busy machine what is waited for takes longer than the second that is the default.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks' as const,
    // A process for each file cost 1 s of imports and 2.5 s for its embedded database; now the second file finds all of it.
    isolate: false
  }
})

export default defineConfig({
  test: {
    globalSetup: 'src/testing/global-setup.ts',
    sequence: { sequencer: SlowFilesFirst },
    maxWorkers: 2,
    projects: [
      project('embedded', all),
      ...(hasPostgres() ? [project('postgres', withDatabase)] : []),
      ...(hasPostgres() && hasPooler() ? [project('postgres', pooled, true)] : [])
    ]
  }
})
