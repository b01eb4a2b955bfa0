import type { ComponentType } from 'react'
import type { LoadScreen } from './routes.ts'

const ready = new WeakMap<LoadScreen, ComponentType>()

/** A screen and what it reads from, fetched side by side. */
export async function screenOf(load: LoadScreen): Promise<ComponentType> {
  const [{ QueryProvider }, { default: Screen }] = await Promise.all([import('./query-provider.tsx'), load()])
  const Reading = () => (
    <QueryProvider>
      <Screen />
    </QueryProvider>
  )
  ready.set(load, Reading)
  return Reading
}

/** A screen whose code is here is drawn at once: behind a Suspense React would show nothing of it for 300 ms. */
export function readyScreen(load: LoadScreen): ComponentType | undefined {
  return ready.get(load)
}
