import type { ComponentType } from 'react'
import type { LoadScreen } from '../routing/screens.ts'

/** Loads a component and, side by side, the provider of the queries that it reads. */
export async function loadWithQueries<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>
): Promise<ComponentType<Props>> {
  const [{ QueryProvider }, { default: Component }] = await Promise.all([import('./query-provider.tsx'), load()])
  return (props) => (
    <QueryProvider>
      <Component {...props} />
    </QueryProvider>
  )
}

const loaded = new WeakMap<LoadScreen, ComponentType>()

export async function loadScreen(load: LoadScreen): Promise<ComponentType> {
  const Screen = await loadWithQueries(load)
  loaded.set(load, Screen)
  return Screen
}

/** A screen whose code is loaded is rendered at once: inside a Suspense React would show nothing of it for 300 ms. */
export function loadedScreen(load: LoadScreen): ComponentType | undefined {
  return loaded.get(load)
}
