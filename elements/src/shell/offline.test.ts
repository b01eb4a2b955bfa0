import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { contact, contactFieldDescriptors, list } from '../../testing/contacts.ts'
import { holdFirstResponse } from '../../testing/hold-responses.ts'
import { invoice } from '../../testing/invoices.ts'
import { mountLoggedIn, success } from '../../testing/mock-backend.ts'

const offline = page.getByText('Keine Internetverbindung.', { exact: false })
const companyName = page.getByRole('textbox', { name: 'Firmenname' })
const newPassword = page.getByRole('textbox', { name: 'Neues Passwort' })

const answers = {
  [list]: success([contact(1, 'Anna', 'Huber')]),
  'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 20417, KND_NACHNAME: 'Donauraum GmbH', VERSION: 7 }),
  'GET /api/webshop/customerfields': success([
    { displayMode: 1, constName: 'KND_NACHNAME', fieldDescription: 'Firmenname', requiredField: true, readOnly: false }
  ]),
  'GET /api/webshop/getPossibleValues': success({})
}

const opened = [
  ['mydata/contacts', page.getByText('Anna Huber').first()],
  ['mydata/companydata', companyName],
  ['mydata/userprofile', newPassword],
  ['scripts', page.getByText('Keine Skripte verfügbar.').first()]
] as const

async function start() {
  // The overview reads lists while the browser is idle.
  history.replaceState(null, '', '#/mydata')
  const { backend } = await mountLoggedIn()
  await backend.respond(answers)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  // Requested half a second later; an error is reported if they are missing.
  await expect.poll(async () => (await backend.requests('GET /assets/text.ch.json')).length).toBe(1)
  return backend
}

/** Takes the way to any server, and lets the browser say so; `restore` brings it back. */
function loseNetwork(): { asked: string[]; restore: () => void } {
  const real = window.fetch
  const asked: string[] = []
  const say = (online: boolean) => {
    Object.defineProperty(navigator, 'onLine', { value: online, configurable: true })
    dispatchEvent(new Event(online ? 'online' : 'offline'))
  }
  const restore = () => {
    window.fetch = real
    say(true)
    Reflect.deleteProperty(navigator, 'onLine')
  }
  window.fetch = (input) => {
    asked.push(String(input instanceof Request ? input.url : input))
    return Promise.reject(new TypeError('Failed to fetch'))
  }
  say(false)
  onTestFinished(restore)
  return { asked, restore }
}

test.each(opened)('%s opened without a network waits and says so, and comes by itself', async (route, content) => {
  // The code that reads is there.
  await import('./query-provider.tsx')
  await start()
  const { asked, restore } = loseNetwork()
  location.hash = `#/${route}`
  await expect.element(offline).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).not.toMatchTextContent('Übersicht')
  expect([asked, page.getByRole('alertdialog').elements()]).toEqual([[], []])
  restore()
  await expect.element(content).toBeVisible()
  await expect.element(offline).not.toBeInTheDocument()
})

test('a list of before the gap stays, and says of no form that its contact is missing; the form comes after it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const backend = await start()
  location.hash = '#/mydata/contacts'
  await expect.element(page.getByText('Anna Huber').first()).toBeVisible()
  await backend.respond({
    [list]: success([contact(1, 'Anna', 'Huber'), contact(2, 'Jan', 'Novák')]),
    'GET /api/webshop/contactfields': success(contactFieldDescriptors())
  })
  const { restore } = loseNetwork()
  await expect.element(offline).toBeVisible()
  await expect.element(page.getByText('Anna Huber').first()).toBeVisible()
  // The list is too old to tell who is missing.
  vi.setSystemTime(Date.now() + 120_000)
  location.hash = '#/mydata/contacts?form=2'
  await expect.element(page.getByRole('heading', { level: 1, name: 'Kontaktdaten' })).toBeVisible()
  await expect.element(offline).toBeVisible()
  expect(page.getByRole('alertdialog').query()).toBeNull()
  restore()
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Novák')
  expect(location.hash).toBe('#/mydata/contacts?form=2')
  await expect.element(offline).not.toBeInTheDocument()
})

test('the bar is within the column of the screen, and the rows that were read stay above it', async () => {
  await page.viewport(1280, 800)
  await start()
  location.hash = '#/mydata/contacts'
  const row = page.getByText('Anna Huber').first()
  await expect.element(row).toBeVisible()
  loseNetwork()
  await expect.element(offline).toBeVisible()
  await expect.element(row).toBeVisible()
  const root = document.querySelector('customer-center')!.shadowRoot!
  const boxOf = (selector: string) => root.querySelector(selector)!.getBoundingClientRect()
  const [bar, main] = [boxOf('.kc-shell > .kc-notice'), boxOf('.kc-main')]
  expect([Math.abs(bar.left - main.left) < 1, bar.right <= main.right + 1]).toEqual([true, true])
})

test.each(opened)('%s whose code came only in the gap comes by itself', async (route, content) => {
  await start()
  const { restore } = loseNetwork()
  // The code learns here of an event that it was not there to hear of.
  onlineManager.setOnline(true)
  location.hash = `#/${route}`
  await expect.element(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
  restore()
  await expect.element(content).toBeVisible()
})

test.each([
  ['mydata/companydata', companyName],
  ['mydata/userprofile', newPassword]
])('%s keeps what was typed through a gap in the network', async (route, field) => {
  const backend = await start()
  location.hash = `#/${route}`
  await field.fill('Neu-4711')
  await backend.respond({
    'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 20417, KND_NACHNAME: 'Anders', VERSION: 8 }),
    'PUT /api/customer': success({ VERSION: 8 }),
    'PUT /api/webshopuser': success({ VERSION: 8 })
  })
  const { restore } = loseNetwork()
  await expect.element(offline).toBeVisible()
  await expect.element(field).toHaveValue('Neu-4711')
  restore()
  await expect.element(offline).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('Neu-4711')
  if (route === 'mydata/userprofile') await page.getByRole('textbox', { name: 'Passwort wiederholen' }).fill('Neu-4711')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => location.hash).toBe('#/mydata')
  const [saved] = await backend.requests(route === 'mydata/userprofile' ? 'PUT /api/webshopuser' : 'PUT /api/customer')
  // The version is the one that the person has seen: another person's changes meanwhile are not overwritten unseen.
  expect(saved?.body).toContain(route === 'mydata/userprofile' ? 'Neu-4711' : '"VERSION":7')
})

test('a skeleton says after three seconds that it takes longer, never without a network, and the rows still come', async () => {
  const backend = await start()
  await backend.respond({ 'GET /api/eventmanager/invoicebysubscriber': success([invoice('4711')]) })
  const release = holdFirstResponse('/eventmanager/invoicebysubscriber')
  location.hash = '#/invoices'
  const slow = page.getByText('Dauert länger als sonst …')
  await expect.element(slow).toBeInTheDocument()
  const hint = slow.element()
  const opacityAfter = (ms: number) => {
    for (const animation of hint.getAnimations()) animation.currentTime = ms
    return getComputedStyle(hint).opacity
  }
  expect([opacityAfter(2900), opacityAfter(3300)]).toEqual(['0', '1'])
  await expect.element(offline).not.toBeInTheDocument()
  const { restore } = loseNetwork()
  await expect.element(offline).toBeVisible()
  await expect.element(slow).not.toBeVisible()
  restore()
  await expect.element(slow).toBeVisible()
  release()
  await expect.element(page.getByRole('cell', { name: '4711' }).first()).toBeVisible()
})
