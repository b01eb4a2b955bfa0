import { type ComponentType, lazy } from 'react'

/**
 * Code that is loaded when it is first shown, as by React's `lazy`, which remembers a failure for ever. The returned function gives
 * the component of the next attempt, for the state of something outside of its Suspense.
 */
export function lazyAgain<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>
): () => ComponentType<Props> {
  const create = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((error: unknown) => {
        current = create()
        throw error
      })
    )
  let current = create()
  return () => current
}
