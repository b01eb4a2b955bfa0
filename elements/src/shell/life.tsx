import { type RuntimeConfig, shortLanguage } from '@customer-center/contract/runtime-config'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type AppContext, AppContextProvider } from '../context/app-context.ts'
import type { SessionState } from '../client/session.ts'
import { ArrivalContext } from './arrival.tsx'
import { router } from './router.ts'
import { basePath } from './routes.ts'
import type { Entry } from './start.ts'

/** What an element draws for the state of its session. */
export type Frame = ComponentType<{ state: SessionState }>

interface LifeProps {
  host: HTMLElement
  config: RuntimeConfig
  language: string | null
  entry: Entry
  frame: Frame
  /** Whether what is shown first is a screen that somebody has asked for in this element. */
  arrived: boolean
}

/** The element's surroundings. Another person gets all of it anew, so that no data of the one before shows through. */
export function Life(props: LifeProps) {
  const { host, entry, arrived } = props
  const { state, generation } = useSyncExternalStore(entry.session.subscribe, entry.session.view, entry.session.view)
  const person = `${entry.own ? 'own' : 'shared'} ${generation}`
  // A session that expires has not ended: its person is expected back, with the screen waiting under the login.
  const told = useRef<string | null>(null)
  useEffect(() => {
    const inside = state === 'in' ? person : state === 'out' ? null : told.current
    if (inside === told.current) return
    told.current = inside
    send(host, inside === null ? 'session-end' : 'session-start')
  }, [host, state, person])
  const shown = useRef(arrived)
  const arrive = useCallback(() => {
    const before = shown.current
    shown.current = true
    return before
  }, [])
  return (
    <ArrivalContext value={arrive}>
      <Person key={person} {...props} state={state} />
    </ArrivalContext>
  )
}

function Person({ host, config, language, entry, frame: Frame, state }: LifeProps & { state: SessionState }) {
  const [life] = useState(() => new AbortController())
  useEffect(() => () => life.abort(), [life])
  const short = shortLanguage(language ?? config.defaultLanguage)
  const base = basePath(config, language)
  const app = useMemo<AppContext>(
    () => ({
      ...entry,
      config,
      base,
      language: short,
      signal: life.signal,
      navigate: (place, { unguarded = false } = {}) => router.go(base + place, { unguarded }),
      detail: {
        shown: router.inDetail,
        subscribe: router.subscribe,
        enter: router.enterDetail,
        leave: router.leaveDetail,
        leaveLost: router.leaveLost
      },
      blockNavigation: router.guards.block,
      hasUnsavedInput: () => router.guards.any,
      emit: (type, detail) => send(host, type, detail)
    }),
    [entry, config, base, short, life, host]
  )
  return (
    <AppContextProvider value={app}>
      <Frame state={state} />
    </AppContextProvider>
  )
}

function send(host: HTMLElement, type: string, detail?: Record<string, unknown>): void {
  host.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }))
}
