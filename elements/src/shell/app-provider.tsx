import { type RuntimeConfig, shortLanguage } from '@customer-center/contract/runtime-config'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createCall } from '../client/call.ts'
import { isByForm } from '../client/session-changes.ts'
import type { Session } from '../client/session.ts'
import type { SessionState } from '../client/session-state.ts'
import { type AppContext, AppContextProvider } from '../context/app-context.ts'
import { createSaveStatus } from '../context/save-status.ts'
import type { ElementSession } from '../first-paint/element-session.ts'
import type { Router } from '../context/router.ts'
import { jobsKey } from '../jobs/jobs-key.ts'
import { removeItems } from '../lib/browser-storage.ts'
import type { AlertQueue } from '../parts/alert-queue.ts'
import buttonStates from '../parts/button-states.css?inline'
import { guards } from '../routing/navigation-guards.ts'
import { basePath } from '../routing/routes.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './appearing.css?inline'
import { ScreenShownContext } from './focus-on-navigate.tsx'

addStyles(css)
addStyles(buttonStates)

/** What an element shows for each state of its session. */
export type SessionView = ComponentType<{ state: SessionState }>

/** The element, as the host's page sees it. */
export interface AppHost {
  readonly element: HTMLElement
  /** Dispatches an event of the element. */
  readonly emit: AppContext['emit']
  /** Ends the element and starts it again. */
  readonly restart: () => void
}

interface AppProviderProps {
  host: AppHost
  config: RuntimeConfig
  router: Router
  language: string | null
  elementSession: ElementSession
  sessionView: SessionView
  hideLogout: boolean
  alerts: AlertQueue
  /** Whether the first screen is one that somebody has navigated to in this element. */
  navigated: boolean
}

/** Provides the element's context. Another person gets a new one, so that no data of the person before is ever shown. */
export function AppProvider(props: AppProviderProps) {
  const { host, elementSession, navigated } = props
  const { session, isOwn } = elementSession
  const { state, generation, identified } = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot)
  const person = `${isOwn ? 'own' : 'shared'} ${generation}`
  useSessionEvents(host, state, person, identified)
  useOpenError(host, session, state)
  const hasShownScreen = useRef(false)
  const screenShown = useCallback(() => {
    const isFirst = !hasShownScreen.current
    hasShownScreen.current = true
    if (isFirst) host.emit('ready')
    return !isFirst || navigated
  }, [host, navigated])
  return (
    <ScreenShownContext value={screenShown}>
      <PersonProvider key={person} {...props} state={state} identified={identified} />
    </ScreenShownContext>
  )
}

/**
 * A session that expires has not ended: its person is expected back, and the screen waits under the login. It is said once, however
 * many tokens of the host are refused until then. A token has begun no session before the server has named its person.
 */
function useSessionEvents({ emit }: AppHost, state: SessionState, person: string, identified: boolean): void {
  const announced = useRef<string | null>(null)
  const expired = useRef(false)
  useEffect(() => {
    if (state === 'expired' && !expired.current) emit('session-expired')
    if (state !== 'starting') expired.current = state === 'expired'
  }, [emit, state])
  useEffect(() => {
    const before = announced.current
    const isOver = state === 'out' || (state === 'starting' && before !== person)
    const current = state === 'in' && identified ? person : isOver ? null : before
    if (current === before) return
    announced.current = current
    emit(current === null ? 'session-end' : 'session-start')
  }, [emit, state, person, identified])
}

/** It could not be found out who is logged in. */
function useOpenError({ emit }: AppHost, session: Session, state: SessionState): void {
  const announced = useRef<Error | null>(null)
  useEffect(() => {
    const { openError } = session
    if (state === 'starting' || openError === announced.current) return
    announced.current = openError
    if (openError) emit('load-error', { stage: 'session', message: openError.message })
  }, [emit, session, state])
}

function PersonProvider({
  host,
  config,
  router,
  language,
  elementSession: { session, isOwn },
  sessionView: View,
  hideLogout: wantsNoLogout,
  alerts,
  state,
  identified
}: AppProviderProps & { state: SessionState; identified: boolean }) {
  const [controller] = useState(() => new AbortController())
  const [saveStatus] = useState(createSaveStatus)
  useEffect(() => () => controller.abort(), [controller])
  useEffect(() => {
    let { generation } = session.snapshot()
    return session.subscribe(() => {
      const now = session.snapshot().generation
      // At once, since what is said afterwards is about the end itself.
      if (now !== generation) alerts.clear()
      generation = now
    })
  }, [session, alerts])
  useEffect(() => {
    if (!identified) return undefined
    const { generation } = session.snapshot()
    return () => {
      // A removed element may come back, so only the end of the session clears the storage.
      if (session.snapshot().generation !== generation)
        removeItems(() => sessionStorage, jobsKey(session.requestContext.api))
    }
  }, [session, identified])
  const hideLogout = wantsNoLogout && isOwn && !isByForm(session)
  const short = shortLanguage(language ?? config.defaultLanguage)
  const base = basePath(config, language)
  const app = useMemo<AppContext>(
    () => ({
      session,
      call: createCall(session, controller.signal),
      hideLogout,
      config,
      base,
      language: short,
      signal: controller.signal,
      navigate: (route, { unguarded = false } = {}) => router.navigate(base + route, { unguarded }),
      router,
      blockNavigation: (mayLeave, { beside = false } = {}) =>
        guards.add(mayLeave, { router: beside ? null : router, element: host.element }),
      hasUnsavedInput: () => guards.hasAny,
      saveStatus,
      emit: host.emit
    }),
    [session, hideLogout, config, router, base, short, controller, saveStatus, host]
  )
  return (
    <AppContextProvider value={app}>
      <View state={state} />
    </AppContextProvider>
  )
}
