import { backendPage } from './backend-page.ts'
import { contractFile } from './contract-file.ts'
import { elementsPage } from './elements-page.ts'
import { importPage } from './import-page.ts'
import { limitsPage } from './limits-page.ts'
import { referencesPage } from './references-page.ts'
import { retentionPage } from './retention-page.ts'
import { settingsPage } from './settings-page.ts'

/** A file that repeats information from the code, in whole or in part. */
export interface GeneratedFile {
  readonly path: string
  /** Returns the text that the file should have. */
  readonly textOf: (present: string) => string | Promise<string>
}

export const generatedFiles: readonly GeneratedFile[] = [
  backendPage,
  contractFile,
  elementsPage,
  settingsPage,
  importPage,
  limitsPage,
  retentionPage,
  referencesPage
]

/** Checks that the generated files are current. */
export async function checkGenerated(read: (path: string) => string): Promise<string[]> {
  const broken: string[] = []
  for (const { path, textOf } of generatedFiles)
    if (read(path) !== (await textOf(read(path)))) broken.push(`${path} is stale: run npm run generate`)
  return broken
}
