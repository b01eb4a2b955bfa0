import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { Text } from '../texts/texts.ts'

/**
 * What a view draws with. Views are components without hooks, because they are drawn twice: before React is here, by
 * {@link elementOf}, and by React itself. They take by property what other components take from a context.
 */
export interface ViewContext {
  readonly text: Text
  readonly config: RuntimeConfig
  /** Stands before every route in the hash: the language if the provider wants it there, else empty. */
  readonly base: string
}
