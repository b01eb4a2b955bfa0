import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { Text } from '../texts/texts.ts'

/**
 * Passed to every view as a property. Views are components without hooks, because they are rendered twice: by
 * {@link renderView} before React is loaded, and by React.
 */
export interface ViewContext {
  readonly text: Text
  readonly config: RuntimeConfig
  /** Comes before every route in the hash: the language if the provider wants it there, else empty. */
  readonly base: string
}
