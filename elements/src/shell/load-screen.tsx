import type { ComponentType } from 'react'
import type { LoadScreen } from './screen-chunks.ts'
import { screens } from './screens.ts'
import { callAhead } from '../client/call-ahead.ts'
import type { SessionSnapshot } from '../client/session-state.ts'
import type { AppContext } from '../context/app-context.ts'
import { hasTiles, matchRoute } from '../routing/routes.ts'

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

/** Returns a screen whose code is loaded, which is rendered at once. */
export function loadedScreen(load: LoadScreen): ComponentType | undefined {
  return loaded.get(load)
}

/**
 * Reads the list of the screen that the address names, beside the profile: a round trip less for a link. Nobody knows yet whether
 * the person may open the screen; a refusal concerns nobody then.
 *
 * @param token with which the session has asked for the profile
 */
export function readAhead(app: AppContext, token: string | null): void {
  const { route } = matchRoute(app.router.path(), 'admin', app.config)
  if (hasTiles(route)) return
  const mayOpen = () => !matchRoute(route, app.session.profile?.right ?? 'none', app.config).forbidden
  const ahead = { ...app, call: callAhead({ ...app, token, isKnown, mayOpen }) }
  void Promise.all([import('./query-provider.tsx'), screens[route]()])
    .then(([{ clientOf }, screen]) => screen.readAhead?.(ahead, clientOf(app.signal)))
    // The reader of the screen loads its code again.
    .catch(() => undefined)
}

/** A login knows the token before the person. */
const isKnown = ({ state, profile }: SessionSnapshot) => profile !== null || (state !== 'starting' && state !== 'in')
