import { apiAddressOf, askIdentity, hasHostToken, personLeaveListeners } from '../../client/first-identity.ts'
import type { Profile } from '../../client/profile.ts'
import { type BackendConfig, readBackendConfig } from '../../client/wire-format.ts'
import type { FirstRouter, Router } from '../../context/router.ts'
import { absoluteUrl } from '../../lib/absolute-url.ts'
import { readJson } from '../../lib/json-file.ts'
import { readTexts } from '../../texts/read-texts.ts'
import { createFirstRouter } from '../routing/hash-address.ts'
import type { BootData, BootRequests, BootState, Prerendered, Settings } from './boot-state.ts'
import { prerenderOverview } from './prerender.tsx'

/**
 * Limit of the wait for the profile, and then for a linked list, before React may draw: without it, a skeleton would be
 * replaced before anybody can see it. Longer in tests of the prerendered view.
 */
export const maxDrawDelay = { ms: 100 }

/**
 * Reads the loader's responses, and asks who is logged in as soon as the configuration is known. Throws FileError.
 *
 * @param root the place of menu and tiles once the person is known; null for an element without them
 */
export async function boot(
  settings: Settings,
  requests: BootRequests,
  signal: AbortSignal,
  root: ShadowRoot | null
): Promise<BootState> {
  const given = await readJson(requests.config, signal)
  const config = withImageUrls(await readBackendConfig(given, requests.foreign), requests.config.url)
  const profile = await requests.profile
  // A start that replaces this one asks the host itself.
  signal.throwIfAborted()
  const hostAnswer = requests.token
  const identity = askIdentity(config, settings, signal, profile, hostAnswer)
  // `mountApp` reads all texts, and reports a failure.
  const texts = await readTexts(requests.texts, signal).catch(() => null)
  const beforeReact = new AbortController()
  signal.addEventListener('abort', () => beforeReact.abort())
  const memoryRouter = await memoryRouterOf(settings)
  const router = memoryRouter ?? createFirstRouter(settings.routePrefix, settings.route, beforeReact.signal)
  if (root) followLinks(root, router, beforeReact.signal)
  const { texts: textFiles } = requests
  const data = { given, config, settings, identity, hostAnswer, texts, textFiles, router, memoryRouter }
  const person = identity.then((asked) => asked?.answer).then((answer) => answer?.profile)
  const rendering = prerenderWhenIdentified(root, data, person, signal, beforeReact)
  if (!hasHostToken(settings)) hideWithPerson(apiAddressOf(config), rendering, beforeReact.signal)
  const waited = new Promise((resolve) => setTimeout(resolve, maxDrawDelay.ms))
  await Promise.race([person, waited])
  return { ...data, waited, ...rendering }
}

/** Hides the view as soon as its person leaves in another element, whose React was loaded before. */
function hideWithPerson(api: string, { hide }: Prerendering, signal: AbortSignal): void {
  const leave = (left: string) => left === api && hide()
  personLeaveListeners.add(leave)
  signal.addEventListener('abort', () => personLeaveListeners.delete(leave))
}

type Prerendering = Pick<BootState, 'painted' | 'takeOver' | 'hide' | 'linkFollowed'>

function prerenderWhenIdentified(
  root: ShadowRoot | null,
  data: BootData,
  person: Promise<Profile | undefined>,
  signal: AbortSignal,
  beforeReact: AbortController
): Prerendering {
  let view: Prerendered | null = null
  const isOver = () => beforeReact.signal.aborted
  void person.then((profile) => {
    // Another document takes no style sheet of this one.
    if (profile && root?.ownerDocument === document && !isOver()) view = prerenderOverview(root, data, profile)
  })
  signal.addEventListener('abort', () => view?.container.remove())
  return {
    painted: async () => view?.painted,
    takeOver(profile) {
      beforeReact.abort()
      return view?.isCurrent(profile) ? view : null
    },
    hide() {
      beforeReact.abort()
      view?.container.remove()
      view = null
    },
    linkFollowed: () => view?.linkFollowed() ?? false
  }
}

export function followLinks(root: ShadowRoot, { onClick }: FirstRouter, signal: AbortSignal): void {
  root.addEventListener('click', (event) => event instanceof MouseEvent && onClick(event), { signal })
}

/** Loads the router that keeps screens out of the address, whose code only few pages want; null for all others. */
async function memoryRouterOf({ routing, route }: Settings): Promise<Router | null> {
  if (routing !== 'memory') return null
  const { createMemoryRouter } = await import('../routing/memory-router.ts')
  return createMemoryRouter(route ?? '')
}

/** Resolves the URLs of images against the configuration's. Leaves out a URL that cannot be parsed. */
function withImageUrls(config: BackendConfig, base: URL): BackendConfig {
  const images = Object.entries(config.images).map(([route, sizes]) => [
    route,
    Object.fromEntries(
      Object.entries(sizes ?? {})
        .map(([size, url]) => [size, absoluteUrl(url, base)])
        .filter(([, url]) => url)
    )
  ])
  return { ...config, images: Object.fromEntries(images) as BackendConfig['images'] }
}
