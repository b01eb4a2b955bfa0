import { sentenceOf } from '../client/call-error.ts'
import { useAppContext } from '../context/app-context.ts'
import { type TextId, useText } from '../texts/texts.ts'

/** Returns the sentence for an error of a call, by default of a document's; null if the person who asked is gone. */
export function useFailureSentence(failed: TextId = 'document.failed'): (error: unknown) => string | null {
  const text = useText()
  const { signal } = useAppContext()
  return (error) => (signal.aborted ? null : sentenceOf(error, text(failed)))
}
