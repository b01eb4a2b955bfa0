import { onTestFinished } from 'vitest'
import { good, mockBackend, type MockBackend } from './mock-backend.ts'

export const model = 'GET /api/eventmodel'

export type LayersElement = HTMLElement & {
  modelId: string | null
  eventId: string | null
  sessionToken: string | null
}

export const drawing = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60" ${more}>${inside}</svg>`

export const answer = (svg: string | null, css: string | null = '') => good({ MOD_CSS: css, MOD_SVG: svg })

export interface Told {
  readonly type: string
  readonly detail: Record<string, unknown>
}

/** Puts an `<event-layers>` on the page, and hands over what it tells the host. */
export function placeLayers(attributes: Record<string, string>): { element: LayersElement; told: Told[] } {
  const element = document.createElement('event-layers') as LayersElement
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  const told: Told[] = []
  const listen = (event: Event) =>
    void told.push({ type: event.type, detail: (event as CustomEvent<Told['detail']>).detail })
  for (const type of ['model-load', 'model-error']) addEventListener(type, listen)
  document.body.append(element)
  onTestFinished(() => {
    element.remove()
    for (const type of ['model-load', 'model-error']) removeEventListener(type, listen)
  })
  return { element, told }
}

/** An element with a token whose backend has this drawing. */
export async function drawn(
  svg: string,
  css = ''
): Promise<{ backend: MockBackend; element: LayersElement; told: Told[] }> {
  const backend = await mockBackend()
  await backend.respond({ [model]: answer(svg, css) })
  const { 'config-url': config = '' } = backend.attributes
  return { backend, ...placeLayers({ 'config-url': config, 'session-token': 'host-token', 'model-id': 'saal-1' }) }
}

/** The drawing's own shadow root; null while there is none. */
export function pictureRoot(element: Element): ShadowRoot | null {
  return element.shadowRoot?.querySelector('.frame > div')?.shadowRoot ?? null
}
