import { onTestFinished } from 'vitest'
import { mockBackend, type MockBackend, success } from './mock-backend.ts'

export const model = 'GET /api/eventmodel'

export type MountedLayers = HTMLElement & {
  modelId: string | null
  eventId: string | null
  sessionToken: string | null
  selectedSeats: readonly string[] | null
}

export const drawing = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60" ${more}>${inside}</svg>`

export const modelResponse = (svg: string | null, css: string | null = '') => success({ MOD_CSS: css, MOD_SVG: svg })

export interface HostEvent {
  readonly type: string
  readonly detail: Record<string, unknown>
}

const types = ['model-load', 'model-error', 'seat-select']

/** Adds an `<event-layers>` to the page for one test; `events` are those that the host got. */
export function mountEventLayers(attributes: Record<string, string>): {
  element: MountedLayers
  events: HostEvent[]
} {
  const element = document.createElement('event-layers') as MountedLayers
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  const events: HostEvent[] = []
  const listen = (event: Event) =>
    void events.push({ type: event.type, detail: (event as CustomEvent<HostEvent['detail']>).detail })
  for (const type of types) addEventListener(type, listen)
  document.body.append(element)
  onTestFinished(() => {
    element.remove()
    for (const type of types) removeEventListener(type, listen)
  })
  return { element, events }
}

/** Mounts an `<event-layers>` with a token, whose backend has this drawing. */
export async function mountDrawing(
  svg: string,
  css = ''
): Promise<{ backend: MockBackend; element: MountedLayers; events: HostEvent[] }> {
  const backend = await mockBackend()
  await backend.respond({ [model]: modelResponse(svg, css) })
  const { 'config-url': config = '' } = backend.attributes
  return { backend, ...mountEventLayers({ 'config-url': config, 'session-token': 'host-token', 'model-id': 'saal-1' }) }
}

/** The shadow root of the drawing; null without a drawing. */
export function drawingRoot(element: Element): ShadowRoot | null {
  return element.shadowRoot?.querySelector('.frame > div')?.shadowRoot ?? null
}
