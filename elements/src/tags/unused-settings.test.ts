import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { drawing, drawingRoot, model, modelResponse } from '../../testing/event-layers.ts'
import { foreign, mockBackend, user } from '../../testing/mock-backend.ts'

const link = (name: string) => page.getByRole('link', { name }).first()

/** Places an element; `said` has the console's warnings about its settings. */
async function place(properties: object, file: Record<string, unknown> = {}, tag = 'customer-center') {
  const said: string[] = []
  vi.spyOn(console, 'warn').mockImplementation((line) => void said.push(String(line)))
  const backend = await mockBackend(file)
  await backend.respond({
    'GET /api/webshopuser/getcurrentwebshopuser': user(),
    [model]: modelResponse(drawing('<circle r="3"/>'))
  })
  const element = document.createElement(tag) as HTMLElementTagNameMap['customer-center']
  for (const [name, value] of Object.entries({ ...backend.attributes, 'model-id': 'saal' }))
    element.setAttribute(name, value)
  const failures: unknown[] = []
  element.addEventListener('load-error', ({ detail }) => failures.push(detail))
  document.body.append(Object.assign(element, { sessionToken: 'token' }, properties))
  onTestFinished(() => element.remove())
  return { element, said, failures }
}

const settings = (line: string) => line.replace(/^.*?: /, '').replace(/\. \(CC-UNUSED-SETTING\)$/, '')

test('what no element uses of the configuration, of config and of texts is said once in the console', async () => {
  const { element, said } = await place(
    {
      config: {
        alowedRoutes: [],
        allowedRoutes: ['scripts', 'skripte', 7, 'overview'],
        images: { invoice: {}, overview: {} },
        routeRights: { orders: ['admin', 'administrator'], scripts: 'admin', bestellungen: [] },
        features: ['sessions', 'session'],
        fieldCodes: {
          'contact.firstName': 'X_VORNAME',
          'contact.fistName': 'X_VORNAME',
          'order.events': 'termine',
          KND_ORT: false,
          KND_PLZ: 'X_PLZ',
          VERSION: 'X_STAND',
          'customer.place': 7
        },
        defaultLanguage: 'fr',
        links: { help: 'https://shop.example', terms: 'https://shop.example' },
        languageInPath: 'false',
        appKey: null
      },
      texts: { 'menu.scripts': 'Unterlagen', 'menu.skripte': 'Unterlagen' }
    },
    { ...foreign, colour: 'red', development: 'nein' }
  )
  await expect
    .poll(() => said.map(settings))
    .toEqual([
      'key "colour", key "development", key "alowedRoutes", allowedRoutes "skripte", allowedRoutes 7, images "invoice", ' +
        'routeRights "scripts", routeRights "bestellungen", routeRights "administrator", features "session", ' +
        'fieldCodes "contact.fistName", fieldCodes "KND_PLZ", fieldCodes "customer.place", defaultLanguage "fr", ' +
        'links "terms", texts "menu.skripte"'
    ])
  element.config = { alowedRoutes: [], allowedRoutes: ['scripts', 'rechnungen'] } as never
  element.texts = { 'menu.skripte': 'Anders', 'menu.rechnungen': 'Rechnungen' }
  await expect
    .poll(() => said.slice(1).map(settings).toSorted())
    .toEqual(['allowedRoutes "rechnungen"', 'texts "menu.rechnungen"'])
})

test('field codes beside a backend that names itself are ignored, which is said once in the console', async () => {
  const config = { fieldCodes: { 'contact.firstName': 'X_VORNAME' } }
  const { said } = await place({ config })
  await expect.poll(() => said.map(settings)).toEqual(['fieldCodes beside backend'])
  const again = await place({ config: { ...config, shade: 'blue' } })
  await expect.poll(() => again.said.map(settings)).toEqual(['key "shade"'])
})

test('<event-layers> says it, too', async () => {
  const { element, said } = await place({ texts: { 'eventModel.nam': 'Saal' } }, { modelUrl: '/' }, 'event-layers')
  await expect.poll(() => drawingRoot(element)).not.toBeNull()
  await expect.poll(() => said.map(settings)).toEqual(['key "modelUrl", texts "eventModel.nam"'])
})

const throwing = {
  get apiUrl(): string {
    throw new Error('not now')
  }
}
const cyclic: Record<string, unknown> = { own: 1 }
cyclic['self'] = cyclic
const unreadable = {
  toString: () => {
    throw new Error('no text')
  }
}

test.each([
  ['null', null, null],
  ['a number', 7, null],
  ['a list', ['scripts'], /: key "0", texts "0"\. \(CC-UNUSED-SETTING\)$/],
  ['a getter that throws', throwing, null],
  ['itself', cyclic, null],
  [
    'names of the prototype',
    JSON.parse('{"__proto__": {"apiUrl": "https://other.example"}, "constructor": 1}') as object,
    /: key "__proto__", key "constructor", texts "__proto__", texts "constructor"\. /
  ],
  [
    'odd values',
    {
      allowedRoutes: [['scripts'], null, unreadable, 'scripts'],
      images: { scripts: null, x: 'y' },
      routeRights: { scripts: 7 },
      links: { imprint: unreadable },
      fieldCodes: { x: unreadable }
    },
    /: allowedRoutes \["scripts"\], allowedRoutes null, allowedRoutes \{\}, images "x", fieldCodes "x", texts "allowedRoutes"/
  ],
  [
    '10,000 keys of any length',
    Object.fromEntries(Array.from({ length: 10_000 }, (_, no) => [`${no}${'x'.repeat(5000)}`, no])),
    /^.{1300,1500} and 19980 more\. \(CC-UNUSED-SETTING\)$/
  ]
])('the element starts whatever config and texts hold: %s', async (_, odd, line) => {
  const reported = vi.spyOn(window, 'reportError').mockImplementation(() => undefined)
  const { said, failures } = await place({ config: odd, texts: odd })
  await expect.element(link('Skripte')).toBeVisible()
  expect(failures).toEqual([])
  if (line) await expect.poll(() => said).toEqual([expect.stringMatching(line)])
  expect(reported).toHaveBeenCalledTimes(odd === throwing || odd === cyclic ? 2 : 0)
})
