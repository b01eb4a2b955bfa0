import React from 'react'
import type { PrefetchedResponse } from '../client/request.ts'
import type { SaveStatus } from '../context/app-context.ts'
import type { BootState } from '../first-paint/boot-state.ts'
import { nextPaint } from '../first-paint/prerender.tsx'
import {
  attributeNames,
  others,
  renderElement,
  renderNodes,
  renderView,
  type ViewProps
} from '../first-paint/render-view.ts'
import { Store } from '../lib/store.ts'
import { createAlertQueue } from '../parts/alert-queue.ts'
import { hasTiles, matchRoute } from '../routing/routes.ts'
import { createText } from '../texts/create-text.ts'
import { createContainer } from '../theme/sheet.ts'
import { type AppHost, AppTree, createAppContext } from './app-provider.tsx'
import { readAhead } from './load-screen.tsx'
import { Shell } from './shell.tsx'

/**
 * Reads the linked screen's list, and draws the screen as React will draw it first, while react-dom is loaded, which is
 * two thirds of all code. React replaces it: until then nothing in it can be used.
 *
 * @param list the answer to the list's call, if that has been made
 */
export async function paintScreen(
  list: PrefetchedResponse | null,
  host: AppHost,
  root: ShadowRoot,
  boot: BootState,
  signal: AbortSignal
): Promise<void> {
  const { config, router, settings, elementSession, texts } = boot
  const { session, identified } = elementSession
  const { generation, state: before } = session.snapshot()
  if (!session.asked || (before !== 'starting' && before !== 'in')) return
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort())
  const ahead = (boot.ahead = { generation, controller })
  const text = createText(texts, config.showTextIDs, settings.texts)
  const props = { host, config, router, settings, elementSession, sessionView: Shell, navigated: false, ahead }
  const parts = { ...props, language: settings.language, session, hideLogout: false, signal: controller.signal }
  const app = createAppContext({ ...parts, saveStatus: new Store<SaveStatus | null>(null) })
  await Promise.all([identified, readAhead(app, session.asked.token, list)])
  const { state, newPassword, generation: now } = session.snapshot()
  const { profile } = session
  const isOver = signal.aborted || root.firstElementChild?.className === 'kc-root'
  if (isOver || now !== generation || state !== 'in' || newPassword || !profile) return
  const { route } = matchRoute(router.path(), profile.right, config)
  if (hasTiles(route)) return
  signal.addEventListener('abort', router.subscribe(nothing))
  router.replace(app.base + route)
  const view = renderOnce(<AppTree {...props} text={text} alerts={createAlertQueue()} />)
  const container = createContainer(root)
  container.inert = true
  container.append(view)
  session.subscribe(() => session.profile || container.remove())
  signal.addEventListener('abort', () => container.remove())
  const painted = nextPaint()
  boot.painted = () => painted
  await painted
}

/** The dispatcher of React's hooks, of which each kind of rendering has one: react-dom, its server, and this. */
interface Internals {
  H: unknown
}

const read = (context: { _currentValue: unknown }): unknown => context._currentValue
/** A component that changes while it is rendered the first time is left to React. */
const refuse = (): never => {
  throw new Error('A state was set')
}
const nothing = (): void => undefined
let ids = 0
const hooks: Readonly<Record<string, unknown>> = {
  use: read,
  useContext: read,
  useState: (initial: unknown) => [typeof initial === 'function' ? initial() : initial, refuse],
  useRef: (current: unknown) => ({ current }),
  useMemo: (create: () => unknown) => create(),
  useCallback: (callback: unknown) => callback,
  useEffectEvent: (callback: unknown) => callback,
  useDeferredValue: (value: unknown) => value,
  useSyncExternalStore: (_: unknown, snapshot: () => unknown, first = snapshot) => first(),
  useId: () => `first-${(ids += 1)}`
}
/** Effects, and what no list uses, do nothing. */
const firstRendering = new Proxy(hooks, { get: (known, name: string) => known[name] ?? nothing })

Object.assign(attributeNames, {
  htmlFor: 'for',
  defaultValue: 'value',
  defaultChecked: 'checked',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin'
})

/** Renders components with hooks once, without effects. Throws for what only react-dom can render. */
function renderOnce(tree: React.ReactElement): HTMLElement {
  const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as Internals
  const before = internals.H
  internals.H = firstRendering
  others.render = renderOther
  try {
    return renderView(tree)
  } finally {
    internals.H = before
    delete others.render
  }
}

function renderOther(type: unknown, props: ViewProps & { value?: unknown }): Node[] | null {
  if (props['style']) throw new Error('A style is set')
  if (type === 'svg' || type === 'path')
    return [renderElement(document.createElementNS('http://www.w3.org/2000/svg', type), props)]
  if (type === 'select') {
    const select = renderElement(document.createElement(type), props)
    select.value = String(props.value)
    return [select]
  }
  if (typeof type === 'function' && type.prototype instanceof React.Component)
    return renderNodes(new (type as new (given: ViewProps) => React.Component)(props).render())
  if (typeof type !== 'object' || type === null) return null
  if (!('_currentValue' in type)) throw new Error('A lazy component')
  const before = type._currentValue
  type._currentValue = props.value
  try {
    return renderNodes(props.children)
  } finally {
    type._currentValue = before
  }
}
