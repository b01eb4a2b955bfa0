import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { shortLanguage } from '@customer-center/contract/runtime-config'
import { callWithPrefetched, prefetchedOnce } from '../client/call-while-identifying.ts'
import { createCall } from '../client/call.ts'
import type { ElementSession } from '../client/open-session.ts'
import type { PrefetchedResponse } from '../client/request.ts'
import type { SessionState } from '../client/session-state.ts'
import type { Session } from '../client/session.ts'
import type { BackendConfig, WireFormat } from '../client/wire-format.ts'
import {
  type AppContext,
  AppReactContext,
  keepMessageForPath,
  type Pausing,
  type SaveStatus
} from '../context/app-context.ts'
import type { Router } from '../context/router.ts'
import { forgetJobs } from '../jobs/jobs-key.ts'
import { Store } from '../lib/store.ts'
import type { AlertQueue } from '../parts/dialogs/alert-queue.ts'
import type { Settings } from './first-paint/boot-state.ts'
import { ScreenShownContext } from './place/focus-on-navigate.tsx'
import { pageGuards } from './routing/navigation-guards.ts'
import { basePath } from './routing/routes.ts'
import '../theme/later.css'
import './appearing.css'
import '../parts/button-states.css'

export type SessionView = ComponentType<{ state: SessionState }>

/** The element, as the host's page sees it. */
export interface AppHost {
  readonly element: HTMLElement
  readonly emit: AppContext['emit']
  /** Ends the element and starts it again. */
  readonly restart: () => void
}

/** The part of the context that ends with the person. */
export interface PersonContext {
  readonly context: Pick<AppContext, 'session' | 'call' | 'takePrefetched' | 'saveStatus' | 'signal' | 'pausing'>
  readonly generation: number
  /** Ends the person's calls. */
  readonly end: () => void
}

/**
 * Begins the context of the person whom the session names.
 *
 * @param prefetched the request for the list of the first screen
 */
export function createPersonContext(
  session: Session,
  format: WireFormat,
  prefetched: PrefetchedResponse | null,
  pausing: Pausing
): PersonContext {
  const controller = new AbortController()
  const { signal } = controller
  const takePrefetched = prefetchedOnce(prefetched)
  const call = callWithPrefetched(
    takePrefetched,
    createCall(session, signal, () => pausing.get()?.over, format),
    session
  )
  const saveStatus = new Store<SaveStatus | null>(null)
  return {
    context: { session, call, takePrefetched, saveStatus, signal, pausing },
    generation: session.snapshot().generation,
    end: () => controller.abort()
  }
}

/** Joins the context of a person with that of the element; `locale` is `de-at` and the like, null for the default. */
export function appContextOf(
  { context }: PersonContext,
  { host, config, router }: Pick<AppProviderProps, 'host' | 'config' | 'router'>,
  locale: string | null,
  { hideLogout, hideSearch }: Pick<AppContext, 'hideLogout' | 'hideSearch'> = { hideLogout: false, hideSearch: false }
): AppContext {
  const base = basePath(config, locale)
  return {
    ...context,
    hideLogout,
    hideSearch,
    config,
    base,
    language: shortLanguage(locale ?? config.defaultLanguage),
    tell(status) {
      if (!context.saveStatus.get()?.undo) context.saveStatus.set(status)
    },
    navigate(route, { unguarded = false } = {}) {
      if (unguarded) keepMessageForPath(context.saveStatus, base + route)
      router.navigate(base + route, { unguarded })
    },
    router,
    blockNavigation: (mayLeave, { beside = false } = {}) =>
      pageGuards.add(mayLeave, { router: beside ? null : router, element: host.element }),
    hasUnsavedInput: () => pageGuards.hasAny,
    emit: host.emit
  }
}

interface AppProviderProps {
  host: AppHost
  config: BackendConfig
  router: Router
  settings: Settings
  elementSession: ElementSession
  sessionView: SessionView
  alerts: AlertQueue
  contextOf: (session: Session) => PersonContext
  /** Whether somebody has navigated to the first screen in this element. */
  navigated: boolean
}

/**
 * Provides the element's context. Another person gets a new context, so that no data of the former person is ever
 * shown.
 */
export function AppProvider(props: AppProviderProps) {
  const { host, elementSession, navigated } = props
  const { session, isOwn } = elementSession
  const { state, generation } = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot)
  const person = `${isOwn ? 'own' : 'shared'} ${generation}`
  useSessionEvents(host, session, person)
  const hasShownScreen = useRef(false)
  const screenShown = useCallback(() => {
    const isFirst = !hasShownScreen.current
    hasShownScreen.current = true
    if (isFirst) host.emit('ready')
    return !isFirst || navigated
  }, [host, navigated])
  return (
    <ScreenShownContext value={screenShown}>
      <PersonProvider key={person} {...props} state={state} />
    </ScreenShownContext>
  )
}

/**
 * Reports changes of the session to the page. An expired session has not ended: its person is expected back, and the
 * screen waits under the login. The page hears of the expiry once, however many tokens of the host are refused until
 * then. A token begins a session only when the server has named its person.
 */
function useSessionEvents({ emit }: AppHost, session: Session, person: string): void {
  const told = useRef<{ person: string | null; expired: boolean; openError: Error | null }>({
    person: null,
    expired: false,
    openError: null
  })
  const { state, profile } = session.snapshot()
  const identified = profile !== null
  useEffect(() => {
    const before = told.current
    const isOver = state === 'out' || (state === 'starting' && before.person !== person)
    const current = {
      person: state === 'in' && identified ? person : isOver ? null : before.person,
      expired: state === 'starting' ? before.expired : state === 'expired',
      openError: state === 'starting' ? before.openError : session.openError
    }
    told.current = current
    if (current.expired && !before.expired) emit('session-expired')
    if (current.person !== before.person) emit(current.person === null ? 'session-end' : 'session-start')
    if (current.openError && current.openError !== before.openError)
      emit('load-error', { stage: 'session', message: current.openError.message, reference: 'CC-SESSION' })
  }, [emit, session, state, person, identified])
}

function PersonProvider({
  host,
  config,
  router,
  settings: { language: locale, hideLogout: wantsNoLogout, hideSearch },
  elementSession: { session, isOwn },
  sessionView: View,
  alerts,
  contextOf,
  state
}: AppProviderProps & { state: SessionState }) {
  const [person] = useState(() => contextOf(session))
  useEffect(() => {
    let before = session.snapshot()
    return session.subscribe(() => {
      const { generation, profile } = before
      before = session.snapshot()
      if (before.generation === generation) return
      // The alerts are cleared at once, since a later alert is about the end itself.
      alerts.clear()
      if (profile) forgetJobs(session.requestContext.api)
    })
  }, [session, alerts])
  useEffect(() => {
    let before = router.path()
    return router.subscribe(() => {
      if (router.path() !== before) alerts.cancelQuestions()
      before = router.path()
    })
  }, [router, alerts])
  const hideLogout = wantsNoLogout && isOwn && session.snapshot().customerNumber === null
  const app = useMemo(
    () => appContextOf(person, { host, config, router }, locale, { hideLogout, hideSearch }),
    [person, host, config, router, locale, hideLogout, hideSearch]
  )
  return (
    <AppReactContext value={app}>
      <View state={state} />
    </AppReactContext>
  )
}
