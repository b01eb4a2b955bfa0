import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ContactAccess } from '@customer-center/contract/contact-access'
import { failureEnvelope, loginTooOld } from '@customer-center/contract/envelope'
import { expectAccessible } from '../../../../testing/axe.ts'
import { openContactForm, openNewContactForm, stored } from '../../../../testing/contact-form.ts'
import { type MockResponse, refusal, success } from '../../../../testing/mock-backend.ts'

const read = 'GET /api/contactaccess'
const write = 'POST /api/contactaccess/send'
const config = { features: ['access'] }
const section = page.getByRole('region', { name: 'Zugangsdaten', exact: true })
const resend = page.getByRole('button', { name: 'Zugangsdaten erneut senden' })

const access = (state: ContactAccess['state'], more: Partial<ContactAccess> = {}) =>
  success({
    state,
    mailedAt: null,
    validUntil: null,
    lastLoginAt: null,
    hadLogin: true,
    ...more
  } satisfies ContactAccess)
const mailedAt = '2026-11-20T08:00:00Z'
const validUntil = '2026-11-23T08:00:00Z'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

const open = (answer: MockResponse, answers = {}) =>
  openContactForm({ config, answers: { [read]: answer, ...answers } })

test.for<[MockResponse, string]>([
  [access('never-sent'), 'Es wurden noch keine Zugangsdaten gesendet.'],
  [access('queued'), 'Die Zugangsdaten werden gerade gesendet.'],
  [access('failed'), 'Die Zugangsdaten konnten nicht zugestellt werden. Bitte prüfen Sie die E-Mail-Adresse.'],
  [access('bounced', { mailedAt, validUntil }), 'Postfach unbekannt. Bitte prüfen Sie die E-Mail-Adresse.'],
  [
    access('sent', { mailedAt, validUntil }),
    'Die Zugangsdaten wurden am 20.11.2026 um 09:00 Uhr gesendet und gelten bis 23.11.2026 um 09:00 Uhr.'
  ],
  [
    access('expired', { mailedAt, validUntil }),
    'Die Zugangsdaten wurden am 20.11.2026 um 09:00 Uhr gesendet und sind abgelaufen.'
  ],
  [access('chosen', { lastLoginAt: mailedAt }), 'Letzte Anmeldung am 20.11.2026 um 09:00 Uhr']
])('an admin reads in the form of a contact what became of its access: %#', async ([answer, sentence]) => {
  const { backend } = await open(answer)
  await expect.element(section).toMatchTextContent(sentence)
  expect((await backend.requests(read)).map(({ query }) => query)).toEqual([{ pvaid: '7' }])
})

test('the access is sent again, after which the form says so; axe finds nothing, wide and at 390 px', async () => {
  const { backend, element } = await open(access('expired', { mailedAt, validUntil }), { [write]: access('queued') })
  await resend.click()
  await expect.element(section).toMatchTextContent('Die Zugangsdaten werden gerade gesendet.')
  await expect.element(resend).toHaveAttribute('aria-disabled', 'true')
  expect(await backend.sentData(write)).toEqual([{ pvaid: 7 }])
  await expectAccessible(element)
})

test('a refusal to send again is shown in the words of the server', async () => {
  const sentence = 'An diese E-Mail-Adresse wurden heute schon mehrmals Zugangsdaten gesendet.'
  const refused = refusal(110, [sentence])
  await open(access('expired', { mailedAt, validUntil }), { [write]: refused })
  await resend.click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toHaveAccessibleDescription(sentence)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(section).toMatchTextContent('sind abgelaufen')
})

test('in a session of the page’s, a backend that wants a fresh login for it gets none: the page is to be opened anew', async () => {
  const tooOld = {
    status: 401,
    body: JSON.stringify(failureEnvelope(401, loginTooOld, ['Bitte melden Sie sich noch einmal an.']))
  }
  await open(access('expired', { mailedAt, validUntil }), { [write]: tooOld })
  await resend.click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toHaveAccessibleDescription(/öffnen Sie diese Seite noch einmal aus dem Shop/)
})

test('the access of whoever has chosen a password is not sent again', async () => {
  await open(access('chosen'))
  await expect.element(section).toMatchTextContent('Ein eigenes Passwort ist gewählt.')
  await expect.element(section.getByRole('button')).not.toBeInTheDocument()
})

test('the access to an unknown mailbox is sent again, once it is there, to whoever has never logged in', async () => {
  const { element } = await open(access('bounced', { lastLoginAt: mailedAt }))
  await expect.element(section).toMatchTextContent('Postfach unbekannt.')
  await expect.element(section.getByRole('button')).not.toBeInTheDocument()
  element.remove()
  history.replaceState(null, '', '#/mydata/contacts')
  const { backend } = await open(access('bounced'), { [write]: access('queued') })
  await resend.click()
  await expect.element(section).toMatchTextContent('Die Zugangsdaten werden gerade gesendet.')
  expect(await backend.sentData(write)).toEqual([{ pvaid: 7 }])
})

test('who may not grant access, the own contact, a new one and a backend without the feature ask for nothing', async () => {
  const own = { ...stored, ASP_SHOPEMAIL: 'anna@example.at' }
  for (const options of [{ config, right: 'shopfull' as const }, { config, row: own }, {}]) {
    const { backend, element } = await openContactForm({ ...options, answers: { [read]: access('sent') } })
    expect(await backend.requests(read)).toEqual([])
    element.remove()
    history.replaceState(null, '', '#/mydata/contacts')
  }
  const { backend } = await openNewContactForm({ config })
  expect(await backend.requests(read)).toEqual([])
})

test('a contact that may not log in has no such section', async () => {
  const { backend } = await open(access('none'))
  await expect.poll(() => backend.requests(read)).toHaveLength(1)
  await expect.element(section).not.toBeInTheDocument()
})
