import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AskedImport } from '../../server/src/operator/import/import-report.ts'
import { buildServer, programFile, runProvider } from '../process.ts'
import { withDatabase } from './backups.ts'
import { newFolder } from './new-folder.ts'
import { createInstallation, type Installation } from './test-database.ts'

/** Makes an installation with a company, until the test ends, and builds the programs that run on it. */
export async function newInstallation(kind?: 'embedded' | 'postgres'): Promise<Installation> {
  await buildServer()
  const installation = await createInstallation(kind)
  await withDatabase(installation, async ({ db }) => {
    await db.insertInto('providers').values({ provider_id: 1, name: 'Akademie' }).execute()
  })
  return installation
}

const cp850: Readonly<Record<string, number>> = { ü: 0x81, ä: 0x84, ö: 0x94, ß: 0xe1 }

/** The text as a program for DOS writes it. */
export const dos = (text: string): Buffer =>
  Buffer.from(Array.from(text, (letter) => cp850[letter] ?? letter.charCodeAt(0)))

/** Writes a map, into a folder of its own. */
export async function newMap(source: string): Promise<string> {
  const map = join(await newFolder(), 'map.ts')
  await writeFile(map, source)
  return map
}

/** Imports a folder by a map, with the command. */
export async function importMapped(
  folder: string,
  map: string,
  env: Readonly<Record<string, string>>,
  ...more: string[]
): Promise<AskedImport & { readonly code: number | null; readonly runId: string }> {
  const { code, stdout, stderr } = await runProvider(['import', folder, '--json', '--map', map, ...more], env)
  if (stdout === '') throw new Error(stderr)
  return { code, ...(JSON.parse(stdout) as AskedImport & { readonly runId: string }) }
}

export const countsOf = ({ files }: AskedImport): (string | number)[][] =>
  files.map(({ file, created, updated, unchanged, refused }) => [file, created, updated, unchanged, refused])

/** Reads the rows of a resource, as the command exports them. */
export async function exportedRows(
  env: Readonly<Record<string, string>>,
  resource: string
): Promise<Readonly<Record<string, unknown>>[]> {
  const folder = join(await newFolder(), 'exported')
  await runProvider(['export', folder], env)
  const text = await readFile(join(folder, `${resource}.ndjson`), 'utf8')
  return Array.from(text.trim().split('\n'), (row) => JSON.parse(row) as Readonly<Record<string, unknown>>)
}

/** A process that watches a folder. */
interface Watching {
  /** What it has printed, and what it has told beside. */
  readonly output: { printed: string; told: string }
  /** Resolves with its exit code, or the signal that has ended it. */
  readonly closed: Promise<number | string>
  /** Ends it as a service does, and waits for its exit code. */
  readonly end: () => Promise<number | string>
}

/** Watches a folder with the command, which looks each second, until the test ends. */
export function watchFolder(folder: string, env: Readonly<Record<string, string>>, ...more: string[]): Watching {
  const words = [programFile('provider'), 'sync', folder, '--interval', '1', ...more]
  const child = execFile(process.execPath, words, { env: { ...process.env, ...env } })
  const closed = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  onTestFinished(() => void child.kill())
  const output = { printed: '', told: '' }
  child.stdout?.on('data', (text: string) => (output.printed += text))
  child.stderr?.on('data', (text: string) => (output.told += text))
  return {
    output,
    closed,
    async end() {
      child.kill('SIGTERM')
      return closed
    }
  }
}

/** Environment that kills a process with -9 before or after its first move within the folder that it watches. */
export const killAtMove = (watched: string, killed: 'before' | 'after'): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=${new URL('kill-at-move.ts', import.meta.url).href}`,
  WATCHED: watched,
  KILLED: killed
})
