import { onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type MockBackend, mockBackend, type MockResponse, user } from './mock-backend.ts'

export const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'
export const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
export const loggedInAs = (name: string) => page.getByText(`Angemeldet als ${name}@example.at`)
export const person = (name: string) => user('admin', `${name}@example.at`)
export const tokenOf = (name: string) => vi.fn(async () => name)

/** Adds an element of a page that vouches for its persons; `events` are those of its session. */
export async function place(
  properties: object,
  tag: keyof HTMLElementTagNameMap = 'customer-center',
  attributes: Record<string, string> = {},
  answer: MockResponse | MockResponse[] = [person('anna'), person('berta')]
) {
  const backend = await mockBackend()
  await backend.respond({ [whoAmI]: answer })
  const element = document.createElement(tag) as HTMLElementTagNameMap['customer-center']
  for (const [name, value] of Object.entries({ ...backend.attributes, ...attributes }))
    element.setAttribute(name, value)
  const events: string[] = []
  for (const name of ['session-start', 'session-expired', 'session-end'])
    element.addEventListener(name, () => events.push(name))
  document.body.append(Object.assign(element, properties))
  onTestFinished(() => element.remove())
  return { backend, element, events }
}

export const authorizations = async (backend: MockBackend, call: string) =>
  (await backend.requests(call)).map(({ headers }) => headers['authorization'])
