import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { buildServer, runProvider } from '../../../testing/process.ts'
import { readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/connection.ts'
import type { AskedImport } from '../provider/import/import-report.ts'
import { fillDataFolder } from './test-database.ts'

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-map-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Builds the server for the tests of a file, and returns what gives each of them a data folder with a company. */
export function dataFolders(): () => Promise<{ readonly DATA_FOLDER: string }> {
  let prepared: string
  beforeAll(async () => {
    await buildServer()
    prepared = await mkdtemp(join(tmpdir(), 'customer-center-map-test-'))
    await fillDataFolder(prepared)
    const database = await openDatabase({ ...readConfig({}), databaseUrl: '', databasePool: 1, dataFolder: prepared })
    await database.db.insertInto('providers').values({ company: 1, name: 'Akademie' }).execute()
    await database.close()
  })
  afterAll(() => rm(prepared, { recursive: true, force: true }))
  return async () => {
    const dataFolder = await newFolder()
    await cp(prepared, dataFolder, { recursive: true })
    return { DATA_FOLDER: dataFolder }
  }
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
