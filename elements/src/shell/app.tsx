import { Activity, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import type { RoutePath } from '@customer-center/contract/routes'
import { createHostFollower } from '../client/ask-host.ts'
import { hasHostToken } from '../client/first-identity.ts'
import { openSession } from '../client/open-session.ts'
import type { PrefetchedResponse } from '../client/request.ts'
import type { Session } from '../client/session.ts'
import type { Pausing } from '../context/app-context.ts'
import type { Router } from '../context/router.ts'
import { adoptSheets, keepSheetsAcrossDocuments } from '../lib/adopt-sheets.ts'
import { warnOfUnusedSettings } from '../lib/idle.ts'
import { Store } from '../lib/store.ts'
import { AlertProvider } from '../parts/dialogs/alert-dialog.tsx'
import { createAlertQueue } from '../parts/dialogs/alert-queue.ts'
import { createText, readTexts, type TextFiles, type Texts } from '../texts/read-texts.ts'
import { TextContext } from '../texts/texts.ts'
import { createContainer } from '../theme/sheet.ts'
import {
  type AppHost,
  appContextOf,
  AppProvider,
  createPersonContext,
  type PersonContext,
  type SessionView
} from './app-provider.tsx'
import type { BootState, LoadedBeside, Prerendered, Settings } from './first-paint/boot-state.ts'
import { maxDrawDelay, followLinks } from './first-paint/boot.ts'
import { beginPause, type Pause } from './pause.ts'
import { hashRouterFor } from './routing/hash-router.ts'
import { pageGuards } from './routing/navigation-guards.ts'
import { basePath, matchRoute } from './routing/routes.ts'
import { prefetchScreen } from './screen-outlet.tsx'
import { Shell } from './shell.tsx'

// The export is for the loader, which imports no chunk but this one.
export { loadOtherTexts } from '../texts/other-texts.ts'

export interface MountedApp {
  /** Takes over values that the host may change while the element is shown. */
  update: (settings: Settings) => void
  session: () => Session
  /** Returns the screen that is shown, or would be without a login over it; null while nobody is known. */
  route: () => RoutePath | null
  /** Leads to another screen as the menu does; once the element is back, if it is out of the page. */
  lead: (route: string | null) => void
  /**
   * Starts the element again for a changed value that needs a new start; calls `undo` if the person keeps unsaved
   * input.
   */
  restart: (undo: () => void) => void
  /** Pauses without the page, and goes on in it with its present values; returns true. */
  follow: (isConnected: boolean, settings: Settings) => true
}

/** Renders an element into its shadow root until `signal` is aborted: the customer center, or another view of the session. */
export async function mountApp(
  host: AppHost,
  root: ShadowRoot,
  boot: BootState,
  { texts, list }: LoadedBeside,
  signal: AbortSignal,
  sessionView: SessionView = Shell
): Promise<MountedApp> {
  const { config, identity, hostAnswer } = boot
  let { settings } = boot
  let elementSession = openSession(config, settings, signal, identity, hostAnswer)
  const [allTexts, prefetched] = await Promise.all([allTextsOf(boot, texts, signal), list])
  // An answer that is there has reached the session before the next task.
  await Promise.race([elementSession.identified, boot.waited.then(() => new Promise((resolve) => setTimeout(resolve)))])
  signal.throwIfAborted()
  const pausing = new Store<Pause | null>(null)
  const router = boot.memoryRouter ?? hashRouterFor(settings.routePrefix)
  const first = await readFirst(host, boot, router, elementSession.session, prefetched, pausing, signal)
  const textOf = (given: Settings) => createText(allTexts, config.showTextIDs, given.texts)
  let text = textOf(settings)
  warnOfUnusedSettings(boot.given, settings.texts, allTexts)
  const followHost = createHostFollower(signal)
  const contextOf = personContexts(first, config, pausing, signal)
  const alerts = createAlertQueue()
  const navigated = boot.linkFollowed()
  const content = () => {
    elementSession.session.host.reopen = text('login.reopen')
    return (
      <TextContext value={text}>
        <AlertProvider queue={alerts}>
          <AppProvider
            {...{ host, config, router, settings, elementSession, sessionView, alerts, navigated, contextOf }}
          />
        </AlertProvider>
      </TextContext>
    )
  }
  // A pause draws nothing again, because the address may name another screen by then.
  let shown = content()
  const tree = () => <Activity mode={pausing.get() ? 'hidden' : 'visible'}>{shown}</Activity>
  keepSheetsAcrossDocuments(root)
  const prerendered = takeOver(boot, elementSession.session, allTexts)
  followLinks(root, router, signal)
  // The rendering is synchronous: React's scheduler would let a frame pass between its start, the rendering and the
  // effects.
  const container = prerendered?.container ?? createContainer(root)
  let page = container.ownerDocument
  const react = prerendered ? hydrateActivity(container, tree()) : createRoot(container)
  flushSync(() => react.render(tree()))
  for (const button of prerendered?.detach() ?? []) button.click()
  const end = () => {
    react.unmount()
    alerts.clear()
  }
  // A listener of the page may have started the element again while it was rendered.
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  for (const type of ['keydown', 'keypress', 'keyup']) root.addEventListener(type, keepTyping, { signal })

  const mounted: MountedApp = {
    update(next) {
      // The rest waits until the element is back.
      if (pausing.get() && hasHostToken(next)) return
      const { session, isOwn } = elementSession
      const before = settings
      if (Object.entries(next).every(([name, value]) => value === before[name as keyof Settings])) return
      settings = next
      session.language = next.language
      if (isOwn) followHost.settings(session, next, before)
      else if (hasHostToken(next)) elementSession = openSession(config, next, signal)
      if (next.texts !== before.texts) {
        text = textOf(next)
        warnOfUnusedSettings({}, next.texts, allTexts)
      }
      shown = content()
      if (!signal.aborted) react.render(tree())
    },
    session: () => elementSession.session,
    route() {
      const { profile } = elementSession.session
      return profile && matchRoute(router.path(), profile.right, config).route
    },
    lead(route) {
      const pause = pausing.get()
      if (pause) void pause.over.then(() => signal.aborted || mounted.lead(route))
      // A page may set the route that it has got from `route-change`: a list's state and a form then stay.
      else if (route && route !== mounted.route()) router.navigate(basePath(config, settings.language) + route)
    },
    restart: createRestart(host, pausing, signal),
    follow(isConnected, next) {
      if (!pausing.get() && (!isConnected || container.ownerDocument !== page)) {
        followHost.pause(elementSession.session)
        pausing.set(beginPause(host, elementSession.session, sessionView === Shell ? router : null))
        flushSync(() => react.render(tree()))
        // React remembers the target of the last event.
        container.dispatchEvent(new Event('toggle'))
        // Chromium's autofill holds a form that it watches until it sees a node around it removed, which the host is not.
        container.replaceChildren(...container.childNodes)
      }
      const pause = pausing.get()
      if (!pause || !isConnected) return true
      page = container.ownerDocument
      pause.end()
      pausing.set(null)
      mounted.update(next)
      followHost.check(elementSession.session)
      goOn(root, container, () => react.render(tree()))
      return true
    }
  }
  return mounted
}

/**
 * Hydrates at once: the comments mark the content of an `Activity`, which React would hydrate later, if it were not
 * drawn again.
 */
function hydrateActivity(container: HTMLElement, tree: ReactNode): Root {
  container.prepend(new Comment('&'))
  container.append(new Comment('/&'))
  return flushSync(() => hydrateRoot(container, tree))
}

/** Begins the effects of an element that is back, without taking the focus from the page. */
function goOn(root: ShadowRoot, container: HTMLElement, render: () => void): void {
  adoptSheets(root)
  container.inert = true
  flushSync(render)
  container.inert = false
  // A dialog that is open again could not take the focus, and blocks the page.
  const dialog = [...container.querySelectorAll('dialog:modal')].at(-1)
  dialog?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
}

/**
 * Returns a function for the context of the session's present person. With another person, and with the element, the
 * one before ends.
 */
function personContexts(first: PersonContext, { format }: BootState['config'], pausing: Pausing, signal: AbortSignal) {
  let current = first
  signal.addEventListener('abort', () => current.end())
  return (session: Session): PersonContext => {
    if (current.context.session === session && current.generation === session.snapshot().generation) return current
    current.end()
    current = createPersonContext(session, format, null, pausing)
    return current
  }
}

/**
 * Begins the context of the person. The list that the loader has requested is read in it before React first draws, so
 * that React draws the list without a skeleton before it. If the answer is a failure, it is left to the screen, which
 * would otherwise make the call again.
 */
async function readFirst(
  host: AppHost,
  { config, settings }: BootState,
  router: Router,
  session: Session,
  prefetched: PrefetchedResponse | null,
  pausing: Pausing,
  signal: AbortSignal
): Promise<PersonContext> {
  const first = createPersonContext(session, config.format, prefetched, pausing)
  if (!prefetched || !session.profile) return first
  const app = appContextOf(first, { host, config, router }, settings.language)
  const read = prefetched.response
    .then(async ({ ok }) => ok && (await prefetchScreen(app, null)))
    .catch(() => undefined)
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, maxDrawDelay.ms))])
  signal.throwIfAborted()
  return first
}

/** Reads all texts, unless the boot has read them from these files, as it does without a first view. */
function allTextsOf(boot: BootState, files: TextFiles, signal: AbortSignal): Texts | Promise<Texts> {
  return (boot.textFiles === files && boot.texts) || readTexts(files, signal)
}

/** Returns the prerendered view if it is still current. */
function takeOver(boot: BootState, { snapshot, profile }: Session, allTexts: Texts): Prerendered | null {
  const { state, newPassword } = snapshot()
  const drawn = boot.takeOver(state === 'in' && !newPassword ? profile : null)
  // The shipped file of all texts may have been changed without the file of the first texts.
  const isSame = () => Object.entries(boot.texts ?? {}).every(([id, shown]) => shown === allTexts[id])
  // In another document the view has lost its styles.
  return drawn?.container.ownerDocument === document && isSame() ? drawn : null
}

function createRestart(host: AppHost, pausing: Pausing, signal: AbortSignal): MountedApp['restart'] {
  /** Undo functions of changes that wait for the question whether unsaved input may be lost. */
  const undos: (() => void)[] = []
  const ask = async () => {
    await pausing.get()?.over
    const mayRestart = await pageGuards.mayLeaveElement(host.element)
    const changes = undos.splice(0).toReversed()
    // An aborted element has gone meanwhile, and begins with the page's present values.
    if (signal.aborted) return
    if (mayRestart) host.restart()
    else for (const undo of changes) undo()
  }
  return (undo) => {
    if (undos.push(undo) === 1) void ask()
  }
}

/**
 * Keeps keys inside: a page outside of the shadow root cannot see that somebody is typing, and would take a character
 * for one of its shortcuts.
 */
function keepTyping(event: Event): void {
  const { target } = event
  if (!(event instanceof KeyboardEvent) || !(target instanceof Element) || event.key.length !== 1) return
  const isCharacter = !(event.ctrlKey || event.metaKey || event.altKey) || event.getModifierState('AltGraph')
  const fields = event.key === ' ' ? 'input, textarea, select, button, summary' : 'input, textarea, select'
  if (isCharacter && target.matches(fields)) event.stopPropagation()
}
