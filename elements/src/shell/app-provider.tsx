import { type RuntimeConfig, shortLanguage } from '@customer-center/contract/runtime-config'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { SessionState } from '../client/session.ts'
import { type AppContext, AppContextProvider } from '../context/app-context.ts'
import type { ElementSession } from '../first-paint/element-session.ts'
import { router } from '../routing/router.ts'
import { basePath } from '../routing/routes.ts'
import { FocusOnNavigateContext } from './focus-on-navigate.tsx'

/** What an element shows for each state of its session. */
export type SessionView = ComponentType<{ state: SessionState }>

interface AppProviderProps {
  host: HTMLElement
  config: RuntimeConfig
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
  const { state, generation } = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot)
  const person = `${isOwn ? 'own' : 'shared'} ${generation}`
  useSessionEvents(host, state, person)
  const hasShownScreen = useRef(navigated)
  const takesFocus = useCallback(() => {
    const before = hasShownScreen.current
    hasShownScreen.current = true
    return before
  }, [])
  return (
    <FocusOnNavigateContext value={takesFocus}>
      <PersonProvider key={person} {...props} state={state} />
    </FocusOnNavigateContext>
  )
}

/** A session that expires has not ended: its person is expected back, and the screen waits under the login. */
function useSessionEvents(host: HTMLElement, state: SessionState, person: string): void {
  const announced = useRef<string | null>(null)
  useEffect(() => {
    const current = state === 'in' ? person : state === 'out' ? null : announced.current
    if (current === announced.current) return
    announced.current = current
    emit(host, current === null ? 'session-end' : 'session-start')
  }, [host, state, person])
}

function PersonProvider({
  host,
  config,
  language,
  elementSession: { session, call },
  sessionView: View,
  state
}: AppProviderProps & { state: SessionState }) {
  const [controller] = useState(() => new AbortController())
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
      detail: {
        shown: router.showsDetail,
        subscribe: router.subscribe,
        enter: router.enterDetail,
        leave: router.leaveDetail,
        leaveLost: router.leaveLostDetail
      },
      blockNavigation: router.guards.add,
      hasUnsavedInput: () => router.guards.hasAny,
      emit: (type, detail) => emit(host, type, detail)
    }),
    [session, call, config, base, short, controller, host]
  )
  return (
    <AppContextProvider value={app}>
      <View state={state} />
    </AppContextProvider>
  )
}

function emit(host: HTMLElement, type: string, detail?: Record<string, unknown>): void {
  host.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }))
}
