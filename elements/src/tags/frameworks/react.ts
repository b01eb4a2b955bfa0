'use client'

import {
  createElement,
  type DetailedHTMLProps,
  forwardRef,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type RefAttributes,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef
} from 'react'
import type {
  AttributeNames,
  Attributes,
  ElementProperties,
  ElementTypes,
  EventHandlers,
  LoadErrorDetail,
  Optional,
  Types
} from '../../types/elements.ts'

// The other file has only types; TypeScript before 5.0 does not know `export type *`.
export * from '../../types/elements.ts'

type All = ElementTypes['customer-center'] & ElementTypes['customer-contact'] & ElementTypes['event-layers']

type PropsOf<Of extends Types> = Optional<Of['properties']> &
  EventHandlers<Of['events']> &
  Omit<HTMLAttributes<Of['element']>, keyof Of['properties'] | keyof EventHandlers<Of['events']>>

export type CustomerCenterProps = PropsOf<ElementTypes['customer-center']>
export type CustomerContactProps = PropsOf<ElementTypes['customer-contact']>
export type EventLayersProps = PropsOf<ElementTypes['event-layers']>

/**
 * Props that are attributes, which a server renders too. The token is not among them: it must not stand in the markup.
 */
const attributeNames: Readonly<Record<string, string>> = {
  language: 'language',
  configUrl: 'config-url',
  textsUrl: 'texts-url',
  keepSession: 'keep-session',
  routePrefix: 'route-prefix',
  route: 'route',
  routing: 'routing',
  hideLogout: 'hide-logout',
  hideSearch: 'hide-search',
  company: 'company',
  pvaid: 'pvaid',
  requireEmail: 'require-email',
  modelId: 'model-id',
  eventId: 'event-id'
} satisfies Omit<AttributeNames<All['properties']>, 'sessionToken' | 'id'>

const eventNames: Readonly<Record<string, string>> = {
  onReady: 'ready',
  onLoadError: 'load-error',
  onSessionStart: 'session-start',
  onSessionExpired: 'session-expired',
  onSessionEnd: 'session-end',
  onDataSaved: 'data-saved',
  onRouteChange: 'route-change',
  onContactSaved: 'contact-saved',
  onContactCancel: 'contact-cancel',
  onModelLoad: 'model-load',
  onModelError: 'model-error',
  onSeatSelect: 'seat-select'
} satisfies Record<keyof EventHandlers<All['events']>, string>

const propertyNames = new Set(['sessionToken', 'fetchToken', 'config', 'texts', 'selectedSeats'])

type AllProperties = ElementProperties & Pick<All['properties'], 'selectedSeats'>

/** Layout effect in a browser. On a server no layout effect runs, and React 18 warns of it. */
const useBrowserEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** Returns the props that React renders: everything but the properties and events. */
function markup(props: object): Record<string, unknown> {
  const attributes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(props)) {
    if (propertyNames.has(name) || name in eventNames) continue
    const attribute = attributeNames[name]
    if (attribute) attributes[attribute] = value === true ? '' : value === false ? undefined : value
    // React 18 writes `className` and `false` of a custom element as they stand.
    else if (name === 'className') attributes['class'] = value
    else if (value !== false || (name !== 'hidden' && name !== 'inert')) attributes[name] = value
  }
  return attributes
}

/**
 * Sets the properties of an element. Components often pass another function each time they render: the element gets one
 * function that stays, and calls the latest.
 */
function setProperties(
  element: HTMLElement & Partial<AllProperties>,
  latest: { readonly current: Optional<AllProperties> }
): void {
  const { config = null, texts = null, sessionToken = null, fetchToken, selectedSeats } = latest.current
  Object.assign(element, { config, texts, sessionToken })
  // Without the prop the element keeps what the person has chosen.
  if (selectedSeats !== undefined) element.selectedSeats = selectedSeats
  if (Boolean(fetchToken) === Boolean(element.fetchToken)) return
  element.fetchToken = fetchToken ? async () => (await latest.current.fetchToken?.()) ?? null : null
}

type Component<Of extends Types> = ForwardRefExoticComponent<PropsOf<Of> & RefAttributes<Of['element']>>

function wrapElement<Element extends HTMLElement, Properties extends Optional<ElementProperties>>(
  tag: string,
  displayName: string
): ForwardRefExoticComponent<Properties & RefAttributes<Element>> {
  const Component = forwardRef<Element, Properties>((props, forwarded) => {
    const ref = useRef<Element | null>(null)
    const latest = useRef<Optional<AllProperties>>(props)
    useImperativeHandle<Element | null, Element | null>(forwarded, () => ref.current, [])

    useBrowserEffect(() => {
      latest.current = props
      if (ref.current) setProperties(ref.current, latest)
    })

    useBrowserEffect(() => {
      const element = ref.current
      const controller = new AbortController()
      const { signal } = controller
      for (const [prop, name] of Object.entries(eventNames)) {
        const listener = (event: Event) => {
          // Events of an element in this one's content bubble through it.
          if (event.target === element) (latest.current as Record<string, (event: Event) => void>)[prop]?.(event)
        }
        element?.addEventListener(name, listener, { signal })
      }
      import('../customer-center.ts').catch((error: unknown) => {
        if (signal.aborted) return
        const detail: LoadErrorDetail = {
          stage: 'code',
          message: error instanceof Error ? error.message : String(error),
          reference: 'CC-CODE'
        }
        element?.dispatchEvent(new CustomEvent('load-error', { bubbles: true, composed: true, detail }))
      })
      return () => controller.abort()
    }, [])

    // oxlint-disable-next-line react/refs -- what JSX is compiled to; React alone reads the ref.
    return createElement(tag, { ...markup(props), ref })
  })
  Component.displayName = displayName
  return Component as ForwardRefExoticComponent<Properties & RefAttributes<Element>>
}

export const CustomerCenter: Component<ElementTypes['customer-center']> = wrapElement(
  'customer-center',
  'CustomerCenter'
)

export const CustomerContact: Component<ElementTypes['customer-contact']> = wrapElement(
  'customer-contact',
  'CustomerContact'
)

export const EventLayers: Component<ElementTypes['event-layers']> = wrapElement('event-layers', 'EventLayers')

/** A tag in JSX without the components above. React 18 sets no properties and no listeners for own events on it. */
type Tag<Of extends Types> = Omit<
  DetailedHTMLProps<HTMLAttributes<Of['element']>, Of['element']>,
  keyof Attributes<Of['properties']>
> &
  Attributes<Of['properties']> & { class?: string | undefined }

type Tags = { [Name in keyof ElementTypes]: Tag<ElementTypes[Name]> }

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- React declares the types of its tags so.
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
