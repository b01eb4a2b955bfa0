import type { Language } from '@customer-center/contract/runtime-config'
import { waitForIdle } from '../lib/idle.ts'
import { readTexts, type TextFiles } from './read-texts.ts'

/**
 * Loads the other languages. The texts of all three languages are loaded, and the Austrian ones used: the others
 * wait until the first images are loaded, which takes longer than a frame or two.
 */
export async function loadOtherTexts(
  fetchTexts: (language: Language) => TextFiles,
  signal: AbortSignal
): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 500))
  await waitForIdle()
  // No screen needs another language, but an operator has to hear of a missing file.
  for (const language of ['de', 'ch'] as const)
    readTexts(fetchTexts(language), signal).catch((error: unknown) => signal.aborted || reportError(error))
}
