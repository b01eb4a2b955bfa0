import { type ComponentType, lazy, useEffect, useState } from 'react'

/** The module; null while it is loading. */
type LazyModule<Module> = Module | 'failed' | null

/**
 * Loads code that only some screens need, while something simpler is shown. `load` must be the same function in each
 * render.
 */
export function useLazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  const [module, setModule] = useState<LazyModule<Module>>(null)
  useEffect(() => {
    let mounted = true
    load().then(
      // The module is in a function, because React would call a module that is itself a function.
      (loaded) => mounted && setModule(() => loaded),
      () => mounted && setModule('failed')
    )
    return () => void (mounted = false)
  }, [load])
  return module
}

/**
 * Creates a component whose code is loaded when it is first shown. React's `lazy` does the same, but remembers a
 * failure forever. The returned function gives the component of the next attempt, for the state of a component outside
 * of its Suspense.
 */
export function lazyWithRetry<Props extends object>(
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
