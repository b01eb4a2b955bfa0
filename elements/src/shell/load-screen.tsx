import type { ComponentType } from 'react'
import { callAhead } from '../client/call-ahead.ts'
import type { SessionSnapshot } from '../client/session-state.ts'
import type { AppContext } from '../context/app-context.ts'
import { hasTiles, matchRoute } from '../routing/routes.ts'
import type { LoadScreen } from './screen-chunks.ts'
import { screens } from './screens.ts'

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
  const Screen = loaded.get(load) ?? (await loadWithQueries(load))
  loaded.set(load, Screen)
  return Screen
}

/** Returns a screen whose code is loaded, which is rendered at once. */
export function loadedScreen(load: LoadScreen): ComponentType | undefined {
  return loaded.get(load)
}

/**
 * Loads the screen that the address names and reads its list; beside the profile, this is a round trip less for a link.
 * Nobody may know yet whether the person may open the screen; a refusal concerns nobody then.
 *
 * @param token with which the session has asked for the profile
 */
export async function readAhead(app: AppContext, token: string | null): Promise<void> {
  const rightOf = () => app.session.profile?.right
  const { route } = matchRoute(app.router.path(), rightOf() ?? 'admin', app.config)
  if (hasTiles(route)) return
  const mayOpen = () => !matchRoute(route, rightOf() ?? 'none', app.config).forbidden
  const ahead = { ...app, call: callAhead({ ...app, token, isKnown, mayOpen }) }
  const load = screens[route]
  try {
    const [{ clientOf }, screen] = await Promise.all([import('./query-provider.tsx'), load(), loadScreen(load)])
    await screen.readAhead?.(ahead, clientOf(app.signal))
  } catch {
    // The reader of the screen loads its code again.
  }
}

/** A login knows the token before the person. */
const isKnown = ({ state, profile }: SessionSnapshot) => profile !== null || (state !== 'starting' && state !== 'in')
