import type { Language } from '@customer-center/contract/runtime-config'
import type { loadOtherTexts, MountedApp } from '../shell/app.tsx'
import {
  fetchConfig,
  fetchForeignCode,
  fetchText,
  fetchTexts,
  hasLoginCookie,
  prefetchPath,
  textsFolder
} from '../shell/first-paint/boot-requests.ts'
import type { BootState, LoadedBeside, Settings } from '../shell/first-paint/boot-state.ts'
import type { FetchToken, LoadErrorDetail } from '../types/elements.ts'
import type { Behaviour, ElementHost } from './base-element.ts'
import { showBootFailure, showHostContent } from './boot-failure.ts'

/** All three languages are loaded, and the Austrian one is used. */
const usedLanguage: Language = 'at'

/** Pattern of the hashes of overviews, with or without a language before them. */
const overviewHash = /^#?\/*((at|de|ch)(\/|$))?(overview|mydata|confirmations)?$/

/** Limit of the load time of the first paint's code, in ms; a slower connection counts as slow. */
const slowLoadMs = 100

export const appAttributes = ['session-token', 'language', 'config-url', 'texts-url', 'keep-session']

/**
 * Settings that give a token; like the others below, they may change while the element is shown. Any other change
 * starts the element again.
 */
const tokens = ['session-token', 'fetchToken']
const liveValues = [...tokens, 'language', 'texts', 'hide-logout', 'hide-search']

const references = { config: 'CC-CONFIGURATION', texts: 'CC-TEXTS', code: 'CC-CODE' } as const

interface AppCode {
  mount: (root: ShadowRoot, boot: BootState, given: LoadedBeside, signal: AbortSignal) => Promise<MountedApp>
  loadOtherTexts: typeof loadOtherTexts
}

interface AppBehaviour {
  /** Whether menu and tiles are prerendered while the code is loaded that makes them interactive. */
  readonly prerenders: boolean
  readonly loadCode: () => Promise<AppCode>
}

const settingsOf = ({ text, object }: ElementHost): Settings => ({
  sessionToken: text('session-token') || null,
  language: text('language'),
  routing: text('routing'),
  routePrefix: text('route-prefix'),
  route: text('route'),
  keepSession: text('keep-session') === 'tab',
  hideLogout: isOn(text('hide-logout')),
  hideSearch: isOn(text('hide-search')),
  texts: object('texts'),
  fetchToken: object<FetchToken>('fetchToken')
})

const expectsOverview = ({ text, object }: ElementHost): boolean =>
  !object('fetchToken') &&
  (text('routing') === 'memory' || overviewHash.test(location.hash.replace(text('route-prefix') ?? '', '')))

/**
 * Tells whether the folder has the texts of the first view, which exist only beside the loader, of the same version. It
 * cannot ask for its own address: a classic script must run as far as the sentence that it has to be a module.
 */
function hasFirstTexts(folder: URL): boolean {
  const loader = folder.href.replace(/assets\/$/, 'customer-center.js')
  return [...document.scripts].some(({ src }) => src.split('?', 1)[0] === loader)
}

/** Requests the parts of an element side by side, and mounts it. */
export function appBehaviour(host: ElementHost, { prerenders, loadCode }: AppBehaviour): Behaviour {
  const { element, text } = host
  let app: MountedApp | null = null
  let booting: Promise<BootState> | null = null
  let starting: Promise<void> | null = null

  async function boot(signal: AbortSignal): Promise<void> {
    app = null
    signal.addEventListener('abort', () => (app = null))
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    showHostContent(root)
    // The configuration comes first, because the longest chain of requests begins with it: it names the server that
    // knows who is logged in.
    const config = fetchConfig(text('config-url'), host.object('config'), signal)
    const foreign = fetchForeignCode(config)
    try {
      // Both are guesses, and affect only the order of requests.
      const seemsLoggedIn = text('session-token') || hasLoginCookie()
      const isOverview = prerenders && expectsOverview(host)
      const profile = isOverview ? prefetchPath(config, text('session-token'), signal) : null
      const requestedAt = performance.now()
      const firstPaint = import('../shell/first-paint/boot.ts')
      const folder = textsFolder(text('texts-url'), config.url)
      const token = askForToken(host)
      const given = settingsOf(host)
      const isFirst = isOverview && seemsLoggedIn && hasFirstTexts(folder)
      let texts = fetchTexts(config, folder, usedLanguage, signal, isFirst ? '.first' : '')
      const requests = { config, foreign, texts, profile, token }
      const loadRest = () => {
        if (isFirst) texts = { ...texts, standard: fetchText(folder, usedLanguage, signal) }
        return loadCode()
      }
      booting = firstPaint.then((code) => code.boot(given, requests, signal, prerenders ? root : null))
      const booted = booting
      booted.catch(() => undefined)
      const loading =
        isOverview && seemsLoggedIn
          ? firstPaint.then(() => afterFirstPaint(booted, performance.now() - requestedAt)).then(loadRest)
          : loadCode()
      loading.catch(() => undefined)
      const list =
        prerenders && seemsLoggedIn && !isOverview
          ? import('../shell/screen-chunks.ts').then(
              ({ preloadFirstScreen }) =>
                preloadFirstScreen((path) => (token ? null : prefetchPath(config, given.sessionToken, signal, path))),
              () => null
            )
          : null
      const code = await loading
      const state = await booted
      await state.painted()
      if (signal.aborted) return
      const mounted = await code.mount(root, state, { texts, list }, signal)
      if (signal.aborted) return
      app = mounted
      // The page may have set other values since the boot read these.
      mounted.update(settingsOf(host))
      if (text('route') !== given.route) mounted.lead(text('route'))
      void code.loadOtherTexts((language) => fetchTexts(config, folder, language, signal), signal)
    } catch (error) {
      if (signal.aborted) return
      const failure = loadError(error, config.url)
      showBootFailure(root, failure.message, host.restart)
      host.emit('load-error', failure)
    }
  }

  /** Waits for the start, and for a further one by which the page has replaced it meanwhile. */
  async function startedApp(): Promise<MountedApp | null> {
    const awaited = starting
    if (!app) await awaited
    return awaited === starting ? app : startedApp()
  }

  return {
    start: (signal) => void (starting = boot(signal)),
    changed(name, undo) {
      // A removed token takes away the view from before React at once.
      const isGone = !app && tokens.includes(name) && !text(name)
      if (name === 'route') app?.lead(text(name))
      else if (!isGone && liveValues.includes(name)) app?.update(settingsOf(host))
      else if (app) app.restart(undo)
      else host.restart()
    },
    shown: (name) => (name === 'route' ? (app?.route() ?? null) : undefined),
    follow: (isConnected) => app?.follow(isConnected, settingsOf(host)),
    async session(restarts) {
      // Before React there is no session to end, but a view of its person.
      if (restarts !== undefined && !app) (await booting?.catch(() => null))?.hide()
      return (await startedApp())?.session()
    }
  }
}

/** Tells whether a boolean attribute is there; as a property it may be false. */
export function isOn(value: string | null): boolean {
  return value !== null && value !== 'false'
}

/**
 * Asks the host for a token beside the request for the configuration. Null if the host gives a token by an attribute,
 * or none at all.
 */
export function askForToken(host: ElementHost): ReturnType<FetchToken> | null {
  const fetchToken = host.object<FetchToken>('fetchToken')
  if (!fetchToken || host.text('session-token')) return null
  const token = (async () => fetchToken())()
  token.catch(() => undefined)
  return token
}

/** Returns the detail of `load-error`: the part that could not be loaded, and the reason. */
export function loadError(error: unknown, configUrl: URL): LoadErrorDetail {
  const { name, url, message } = error as Partial<Error & { url: URL }>
  const stage = name !== 'FileError' ? 'code' : url === configUrl ? 'config' : 'texts'
  return { stage, message: message ?? String(error), reference: references[stage] }
}

/**
 * Resolves when the code may be requested that makes the first paint interactive and is six times as large. On a fast
 * connection that is after the first paint, which it would delay by a tenth; on a slow one at once, because this code
 * takes longest.
 *
 * @param loadMs the load time of the first paint's code
 */
async function afterFirstPaint(booting: Promise<BootState>, loadMs: number): Promise<void> {
  if (loadMs > slowLoadMs) return
  const painted = booting.then((boot) => boot.painted()).catch(() => undefined)
  await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, slowLoadMs))])
}
