import type { RoutePath } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { ScreenLink } from '../context/router.ts'
import type { Text } from '../texts/texts.ts'

/**
 * Passed to every view as a property. Views are components without hooks, because they are rendered twice: by
 * {@link renderView} before React is loaded, and by React.
 */
export interface ViewContext {
  readonly text: Text
  readonly config: RuntimeConfig
  readonly hideLogout: boolean
  readonly linkTo: (route: RoutePath) => ScreenLink
}
