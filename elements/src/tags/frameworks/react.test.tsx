import { createRef, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { drawing, model, modelResponse } from '../../../testing/event-layers.ts'
import { failure, mockBackend, success, user } from '../../../testing/mock-backend.ts'
import {
  CustomerCenter,
  type CustomerCenterElement,
  CustomerContact,
  EventLayers,
  type EventLayersElement
} from './react.ts'

const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'
const config = 'GET /assets/config.prod.json'
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })

async function begin() {
  const backend = await mockBackend()
  await backend.respond({ [whoAmI]: user() })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  const { 'config-url': configUrl = '', 'texts-url': textsUrl = '' } = backend.attributes
  return {
    backend,
    container,
    urls: { configUrl, textsUrl },
    render: (view: ReactNode) => root.render(<StrictMode>{view}</StrictMode>)
  }
}

test('the element begins with the token, once, and the token stands nowhere in the markup', async () => {
  const { backend, container, urls, render } = await begin()
  // The import defines the element before it is inserted.
  await import('../customer-center.ts')
  render(<CustomerCenter {...urls} sessionToken="secret" fetchToken={null} />)
  await expect.element(heading('Übersicht')).toBeVisible()
  expect((await backend.requests(whoAmI)).map(({ headers }) => headers['authorization'])).toEqual(['secret'])
  expect(await backend.requests(config)).toHaveLength(1)
  expect(container.innerHTML).toContain('config-url')
  expect(container.innerHTML).not.toContain('secret')
})

test('each event of the element calls its handler once, also in StrictMode, and those of an element inside call none', async () => {
  const { urls, render } = await begin()
  const called: string[] = []
  const ref = createRef<CustomerCenterElement>()
  render(
    <CustomerCenter
      {...urls}
      ref={ref}
      sessionToken="token"
      onReady={() => called.push('ready')}
      onSessionStart={() => called.push('session-start')}
      onRouteChange={({ detail }) => called.push(detail.route)}
    >
      <b>Konto</b>
    </CustomerCenter>
  )
  await expect.element(heading('Übersicht')).toBeVisible()
  await expect.poll(() => called.toSorted()).toEqual(['overview', 'ready', 'session-start'])
  ref.current?.querySelector('b')?.dispatchEvent(new CustomEvent('ready', { bubbles: true, composed: true }))
  location.hash = '#/scripts'
  await expect.poll(() => called).toContain('scripts')
  expect(called).toHaveLength(4)
})

test('an equal configuration and another function at each render change nothing, and the latest function counts', async () => {
  const { backend, urls, render } = await begin()
  const asked: number[] = []
  const view = (round: number) => (
    <CustomerCenter
      {...urls}
      config={{ allowedRoutes: ['scripts'] }}
      fetchToken={async () => {
        asked.push(round)
        return `token ${round}`
      }}
    />
  )
  render(view(1))
  await expect.element(page.getByRole('link', { name: 'Skripte' }).first()).toBeVisible()
  render(view(2))
  await backend.respond({ 'GET /api/eventmanager/documentsbysubscriber': [failure(401), success([])] })
  location.hash = '#/scripts'
  await expect.poll(() => asked).toEqual([1, 2])
  expect(await backend.requests(config)).toHaveLength(1)
})

test('the properties follow the props: another token is another person, and none is the login', async () => {
  const { backend, urls, render } = await begin()
  const [onSessionStart, onSessionEnd] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const handlers = { onSessionStart, onSessionEnd }
  await backend.respond({ [whoAmI]: [user('admin', 'anna@example.at'), user('admin', 'berta@example.at')] })
  render(<CustomerCenter {...urls} sessionToken="anna" {...handlers} />)
  await expect.element(page.getByText('Angemeldet als anna@example.at')).toBeVisible()
  // The name is painted before React is there to tell of a session: a session that has not begun for the page has no
  // end.
  await expect.poll(() => onSessionStart).toHaveBeenCalledTimes(1)
  render(<CustomerCenter {...urls} sessionToken="berta" {...handlers} />)
  await expect.element(page.getByText('Angemeldet als berta@example.at')).toBeVisible()
  await expect.poll(() => onSessionStart).toHaveBeenCalledTimes(2)
  render(<CustomerCenter {...urls} {...handlers} />)
  await expect.element(heading('Anmeldung')).toBeVisible()
  await expect.poll(() => onSessionEnd).toHaveBeenCalledOnce()
})

test('attributes follow the props: numbers, switches, classes and what every tag has', async () => {
  const { container, urls, render } = await begin()
  const element = () => container.querySelector('customer-contact')
  render(<CustomerContact {...urls} company={1} id={2} pvaid={3} requireEmail className="wide" hidden lang="de" />)
  await expect.poll(() => element()?.outerHTML).toMatch(/class="wide"/)
  const attributes = ['id', 'require-email', 'class', 'lang']
  expect(attributes.map((name) => element()?.getAttribute(name))).toEqual(['2', '', 'wide', 'de'])
  // React 19 sets those as properties that are a single word.
  expect([element()?.company, element()?.pvaid, element()?.hidden]).toEqual(['1', '3', true])
  render(<CustomerContact {...urls} pvaid={4} requireEmail={false} hidden={false} />)
  await expect.poll(() => element()?.pvaid).toBe('4')
  expect(['require-email', 'class'].filter((name) => element()?.hasAttribute(name))).toEqual([])
  expect([element()?.company, element()?.hidden]).toEqual([null, false])
})

test('chosen seats follow the prop at each render, and without it the person', async () => {
  const { backend, urls, render } = await begin()
  const ref = createRef<EventLayersElement>()
  const chosen: string[] = []
  const seats = drawing('<rect data-seat="A1" width="9" height="9"/><rect data-seat="A2" x="20" width="9" height="9"/>')
  await backend.respond({ [model]: modelResponse(seats) })
  const view = (selectedSeats?: readonly string[]) => (
    <EventLayers
      configUrl={urls.configUrl}
      sessionToken="token"
      modelId="saal"
      ref={ref}
      {...(selectedSeats && { selectedSeats })}
      onSeatSelect={({ detail }) => chosen.push(detail.id)}
    />
  )
  render(view())
  await page.getByRole('button', { name: 'A2' }).click()
  render(view())
  expect([chosen, ref.current?.selectedSeats]).toEqual([['A2'], ['A2']])
  render(view(['A1']))
  await expect.element(page.getByRole('button', { name: 'A1', pressed: true })).toBeVisible()
  expect(chosen).toEqual(['A2'])
})
