import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const prefix = join(tmpdir(), 'customer-center-test-')

/** Makes an empty folder for a test, at whose end it is deleted. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(prefix)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Makes an empty folder for all tests of a file or of a `describe`, at whose end it is deleted. */
export function sharedFolder(): string {
  const folder = mkdtempSync(prefix)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
