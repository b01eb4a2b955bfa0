import { type RuntimeConfig, shortLanguage } from '@customer-center/contract/runtime-config'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Session } from '../client/session.ts'
import type { SessionState } from '../client/session-state.ts'
import { type AppContext, AppContextProvider } from '../context/app-context.ts'
import { createSaveStatus } from '../context/save-status.ts'
import type { ElementSession } from '../first-paint/element-session.ts'
import type { Router } from '../context/router.ts'
import { guards } from '../routing/navigation-guards.ts'
import { basePath } from '../routing/routes.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './appearing.css?inline'
import { ScreenShownContext } from './focus-on-navigate.tsx'

addStyles(css)

/** What an element shows for each state of its session. */
export type SessionView = ComponentType<{ state: SessionState }>

/** The element, as the host's page sees it. */
export interface AppHost {
  readonly element: HTMLElement
  /** Dispatches an event of the element. */
  readonly emit: AppContext['emit']
}

interface AppProviderProps {
  host: AppHost
  config: RuntimeConfig
  router: Router
  language: string | null
  elementSession: ElementSession
  sessionView: SessionView
  /** Whether the first screen is one that somebody has navigated to in this element. */
  navigated: boolean
}

/** Provides the element's context. Another person gets a new one, so that no data of the person before is ever shown. */
export function AppProvider(props: AppProviderProps) {
  const { host, elementSession, navigated } = props
  const { session, isOwn } = elementSession
  const { state, generation, identified } = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot)
  const person = `${isOwn ? 'own' : 'shared'} ${generation}`
  useSessionEvents(host, state, identified ? person : null)
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
      <PersonProvider key={person} {...props} state={state} />
    </ScreenShownContext>
  )
}

/**
 * A session that expires has not ended: its person is expected back, and the screen waits under the login. A token has begun
 * none before the server has named its person.
 */
function useSessionEvents({ emit }: AppHost, state: SessionState, person: string | null): void {
  const announced = useRef<string | null>(null)
  useEffect(() => {
    if (state === 'expired') emit('session-expired')
  }, [emit, state])
  useEffect(() => {
    const current = state === 'in' ? (person ?? announced.current) : state === 'out' ? null : announced.current
    if (current === announced.current) return
    announced.current = current
    emit(current === null ? 'session-end' : 'session-start')
  }, [emit, state, person])
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
  elementSession: { session, call },
  sessionView: View,
  state
}: AppProviderProps & { state: SessionState }) {
  const [controller] = useState(() => new AbortController())
  const [saveStatus] = useState(createSaveStatus)
  useEffect(() => () => controller.abort(), [controller])
  const short = shortLanguage(language ?? config.defaultLanguage)
  const base = basePath(config, language)
  const app = useMemo<AppContext>(
    () => ({
      session,
      call,
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
    [session, call, config, router, base, short, controller, saveStatus, host]
  )
  return (
    <AppContextProvider value={app}>
      <View state={state} />
    </AppContextProvider>
  )
}
