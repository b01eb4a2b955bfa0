import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes an empty folder for a test, at whose end it is deleted. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
