import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { hasPooler, hasPostgres } from '../testing/server/postgres-binaries.ts'
import { SlowFilesFirst } from '../testing/server/slow-files-first.ts'

type Kind = 'embedded' | 'postgres'

/** A file that uses a database takes its `test` from fixtures; one that starts processes names their databases itself. */
const usesDatabase = (content: string): boolean =>
  /testing\/server\/([\w-]+-)?fixtures\.ts'|\.\/([\w-]+-)?fixtures\.ts'/.test(content)

const named: Readonly<Record<string, readonly Kind[]>> = {
  'both databases': ['embedded', 'postgres'],
  'PostgreSQL alone': ['postgres'],
  'the embedded database alone': ['embedded']
}

/**
 * The two databases run the same statements, so a file runs on one of them: a quick one on the embedded database, as in
 * `npm run check`, a slow one on PostgreSQL, where there is one. A file of which that is wrong says so in its first line,
 * and why.
 */
function databasesOf(file: string): readonly Kind[] {
  const content = readFileSync(file, 'utf8')
  const said = named[/^\/\/ On (.*?): /.exec(content)?.[1] ?? '']
  if (said) return said
  return file.endsWith('.slow.test.ts') && hasPostgres() && usesDatabase(content) ? ['postgres'] : ['embedded']
}

const files = ['src', '../testing/server']
  .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((name) => name.endsWith('.test.ts'))
  .map((file) => ({ file, databases: databasesOf(file) }))

const filesOn = (database: Kind): string[] =>
  files.filter(({ databases }) => databases.includes(database)).map(({ file }) => file)

/**
 * Tests of the features that a pooler in transaction mode could break: named statements, settings of sessions, locks,
 * transactions, the queue.
 */
const pooled = [
  'src/platform/database/{connection,list,transaction}.test.ts',
  'src/platform/queue/queue.test.ts',
  'src/records/saving/{idempotency,whole-object}.test.ts',
  'src/account/session/{session,session-race}.test.ts',
  'src/people/customer/contact/{create,save}-contact.test.ts'
]

const project = (database: Kind, include: string[], isPooled = false) => ({
  test: {
    name: isPooled ? 'pgbouncer' : database,
    include,
    provide: { databaseKind: database, isPooled },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // On a busy machine what is waited for takes longer than the second that is the default.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks' as const,
    // A process for each file cost 1 s of imports and 2.5 s for its embedded database; now the second file finds all of it.
    isolate: false,
    // Node loads the sources as it does in production; Vite's own runner took a fifth of the CPU of the quick files.
    experimental: { viteModuleRunner: false, nodeLoader: false }
  }
})

export default defineConfig({
  test: {
    globalSetup: '../testing/server/global-setup.ts',
    sequence: { sequencer: SlowFilesFirst },
    maxWorkers: 2,
    projects: [
      project('embedded', [
        ...filesOn('embedded'),
        '../contract/src/**/*.test.ts',
        '../lab/**/*.test.ts',
        '../scripts/lib/*.test.ts'
      ]),
      ...(hasPostgres() ? [project('postgres', filesOn('postgres'))] : []),
      ...(hasPostgres() && hasPooler() ? [project('postgres', pooled, true)] : [])
    ]
  }
})
