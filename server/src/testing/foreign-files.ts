import { buildServer, runProvider } from '../../../testing/process.ts'
import type { AskedImport } from '../provider/import/import-report.ts'
import { withDatabase } from './backups.ts'
import { newFolder } from './new-folder.ts'
import { createInstallation, type Installation } from './test-database.ts'

/** Makes an installation with a company, until the test ends, and builds the programs that run on it. */
export async function newInstallation(kind?: 'embedded' | 'postgres'): Promise<Installation> {
  await buildServer()
  const installation = await createInstallation(await newFolder(), kind)
  await withDatabase(installation, async ({ db }) => {
    await db.insertInto('providers').values({ company: 1, name: 'Akademie' }).execute()
  })
  return installation
}

const cp850: Readonly<Record<string, number>> = { ü: 0x81, ä: 0x84, ö: 0x94, ß: 0xe1 }

/** The text as a program for DOS writes it. */
export const dos = (text: string): Buffer =>
  Buffer.from(Array.from(text, (letter) => cp850[letter] ?? letter.charCodeAt(0)))

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
