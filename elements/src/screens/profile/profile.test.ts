import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Right, type RightName } from '@customer-center/contract/rights'
import { axeViolations, expectAccessible } from '../../../testing/axe.ts'
import {
  failure,
  type MockResponses,
  mountLoggedIn,
  recordSaves,
  success,
  refusal
} from '../../../testing/mock-backend.ts'

const read = 'GET /api/webshopuser/getcurrentwebshopuser'

const write = 'PUT /api/webshopuser'

const own = (right: RightName = 'admin', more: object = {}) =>
  success({ WSU_EMAIL: 'anna@example.at', WSU_RECHTE: Right[right], VERSION: 3, ...more })

const mail = page.getByRole('textbox', { name: 'E-Mail' })

const password = page.getByRole('textbox', { name: 'Neues Passwort' })

const repeat = page.getByRole('textbox', { name: 'Passwort wiederholen' })

const rights = page.getByRole('combobox', { name: 'Berechtigung' })

const save = page.getByRole('button', { name: 'Speichern' })

const dialog = page.getByRole('alertdialog')

beforeEach(() => history.replaceState(null, '', '#/mydata/userprofile'))

async function open(answers: MockResponses = {}, config = {}) {
  const responses = { [read]: own(), [write]: success({ VERSION: 4 }), ...answers }
  const { backend, element } = await mountLoggedIn('admin', config, responses)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Benutzerprofil' })).toBeVisible()
  await expect.element(mail).toBeVisible()
  return { backend, element }
}

test.each<[RightName, boolean, string]>([
  ['admin', false, 'Administrator'],
  ['shopfull', false, 'Shopzugang'],
  ['shopfull', true, 'Shopzugang mit Ansicht Rechnungen'],
  ['shoplight', true, 'Shopzugang ohne Ansicht Rechnungen'],
  ['contact', false, 'Teilnehmer']
])('the right %s (extended: %s) is shown as %s and stays', async (right, extendedWebshopRights, label) => {
  await open({ [read]: own(right) }, { extendedWebshopRights })
  await expect.element(rights).toHaveDisplayValue(label)
  await expect.element(rights).toBeDisabled()
})

test('password managers know the user name and the new password', async () => {
  await open()
  await expect.element(mail).toHaveAttribute('autocomplete', 'username')
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password')
  await expect.element(repeat).toHaveAttribute('autocomplete', 'new-password')
})

test('Speichern is enabled only while the form is changed and valid', async () => {
  await open()
  await expect.element(save).toBeDisabled()
  await password.fill('Sommer-26')
  await expect.element(save).toBeDisabled()
  await repeat.fill('Sommer-26')
  await expect.element(save).toBeEnabled()
  await password.fill('')
  await repeat.fill('')
  await expect.element(save).toBeDisabled()
})

test('unsaved input is asked for before another screen and before the log-out', async () => {
  await open()
  await repeat.fill('Sommer-26')
  const logOut = page.getByRole('button', { name: 'Abmelden' })
  for (const leave of [() => void (location.hash = '#/invoices'), () => logOut.click()]) {
    await leave()
    await expect.element(dialog).toMatchTextContent('Seite verlassen? Änderungen wurden noch nicht gespeichert!')
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
    await expect.element(repeat).toHaveValue('Sommer-26')
    expect(location.hash).toBe('#/mydata/userprofile')
  }
})

test('a short password and a repetition that differs have their sentences', async () => {
  const { element } = await open()
  await password.fill('kurz')
  await repeat.fill('anders')
  await mail.click()
  await expect.element(page.getByText('Passwort muss mindestens 6 Zeichen lang sein')).toBeVisible()
  await expect.element(page.getByText('Passwort ist unterschiedlich')).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  await password.fill('anders')
  await expect.element(page.getByText('Passwort ist unterschiedlich')).not.toBeInTheDocument()
  await expect.element(save).toBeEnabled()
})

test('a repetition that has not been entered yet is not reported as different', async () => {
  await open()
  await password.fill('Sommer-26')
  await repeat.click()
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await expect.element(page.getByText('Passwort ist unterschiedlich')).not.toBeInTheDocument()
  await expect.element(save).toBeDisabled()
})

test('an invalid address has its sentence and cannot be saved', async () => {
  await open()
  await mail.fill('anna@example')
  await password.click()
  await expect.element(page.getByText('ungültige E-Mail Adresse')).toBeVisible()
  await expect.element(save).toBeDisabled()
})

test('a new password is sent with the e-mail as it is stored and without its repetition, and leads to mydata', async () => {
  const { backend, element } = await open()
  const saves = recordSaves(element)
  await password.fill(' Sommer 26 ')
  await repeat.fill(' Sommer 26 ')
  await save.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  await expect.element(page.getByText('Gespeichert: Benutzerprofil · Neues Passwort')).toBeVisible()
  expect(await backend.sentData(write)).toEqual([
    { WSU_EMAIL: 'anna@example.at', WSU_PASSWORT: ' Sommer 26 ', VERSION: 3 }
  ])
  expect(saves).toEqual([{ resource: 'webshop-user' }])
})

test('an old user name that is no address does not prevent a new password', async () => {
  const { backend } = await open({ [read]: own('admin', { WSU_EMAIL: 'katharina' }) })
  await password.fill('Sommer-26')
  await repeat.fill('Sommer-26')
  await save.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  expect(await backend.sentData(write)).toEqual([{ WSU_EMAIL: 'katharina', WSU_PASSWORT: 'Sommer-26', VERSION: 3 }])
})

const pending = 'GET /api/emailchange'

const confirming = { features: ['email-confirmation'] }

const old = { WSU_EMAIL: 'anna@example.at' }

test.each([
  ['still shows the old address logs nobody out: it waits for a confirmation', old, confirming, 'Meine Daten'],
  ['still shows the old address logs out where no confirmation is announced', old, {}, 'Anmeldung'],
  ['shows the new address logs out', { WSU_EMAIL: 'neu@example.at' }, confirming, 'Anmeldung']
])('an answer to a changed e-mail address that %s', async (_, answer, config, shown) => {
  const { element } = await open({ [write]: success({ ...answer, VERSION: 4 }), [pending]: success(null) }, config)
  const ended: string[] = []
  element.addEventListener('session-end', () => ended.push('end'))
  await mail.fill('neu@example.at')
  await save.click()
  if (shown === 'Anmeldung') await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: shown })).toBeVisible()
  expect(ended).toEqual(shown === 'Anmeldung' ? ['end'] : [])
})

const waiting = success({ emailAddress: 'neu@example.at', validUntil: '2026-11-23T12:05:00Z' })

const resend = page.getByRole('button', { name: 'Erneut senden' })

const stillOld = page.getByText('Die Adresse neu@example.at ist noch nicht bestätigt.')

const linkSent =
  'Wir haben Ihnen an neu@example.at einen Link gesendet. Bis Sie ihn öffnen, melden Sie sich mit der bisherigen Adresse an.'

test('a changed address that waits for a confirmation says where the link went, and is shown on the next visit', async () => {
  const { element } = await open(
    { [write]: success({ WSU_EMAIL: 'anna@example.at', VERSION: 3 }), [pending]: [success(null), waiting] },
    confirming
  )
  await expect.element(stillOld).not.toBeInTheDocument()
  await mail.fill('neu@example.at')
  await save.click()
  await expect.element(page.getByRole('status').filter({ hasText: linkSent })).toBeVisible()
  location.hash = '#/mydata/userprofile'
  await expect.element(stillOld).toMatchTextContent('Er gilt bis 23.11.2026 um 13:05 Uhr.')
  await expect.element(mail).toHaveValue('anna@example.at')
  expect(await axeViolations(element)).toEqual([])
})

test('the link to confirm an address can be mailed again, and the sentence of a server that refuses is shown', async () => {
  const { backend } = await open(
    {
      [pending]: waiting,
      'POST /api/emailchange/resend': [success(null), failure(429, 'Diese E-Mail wurde gerade erst gesendet.')]
    },
    confirming
  )
  for (const sentence of [linkSent, 'Diese E-Mail wurde gerade erst gesendet.']) {
    await resend.click()
    await expect.element(dialog).toHaveAccessibleDescription(sentence)
    await page.getByRole('button', { name: 'OK' }).click()
  }
  expect(await backend.sentData('POST /api/emailchange/resend')).toEqual([{}, {}])
})

test('a change of the address can be cancelled, after which the focus is at the heading', async () => {
  const { backend, element } = await open(
    { [pending]: [waiting, success(null)], 'POST /api/emailchange/cancel': success(null) },
    confirming
  )
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(stillOld).not.toBeInTheDocument()
  await expect.element(mail).toHaveValue('anna@example.at')
  expect(await backend.requests('POST /api/emailchange/cancel')).toHaveLength(1)
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(heading.element())
})

test('a backend that does not announce confirmations is never asked for one', async () => {
  const { backend } = await open()
  expect(await backend.requests(pending)).toHaveLength(0)
})

test('a password has the least length that the backend announces', async () => {
  await open({}, { passwordMinLength: 10 })
  await password.fill('neunzeich')
  await repeat.fill('neunzeich')
  await expect.element(page.getByText('Passwort muss mindestens 10 Zeichen lang sein')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await password.fill('zehnzeiche')
  await repeat.fill('zehnzeiche')
  await expect.element(save).toBeEnabled()
})

test('a changed e-mail address logs out and says why', async () => {
  const { backend, element } = await open()
  const ended: string[] = []
  element.addEventListener('session-end', () => ended.push('end'))
  await mail.fill('neu@example.at ')
  await save.click()
  await expect
    .element(dialog)
    .toHaveAccessibleDescription('Ihre E-Mail-Adresse wurde geändert. Bitte melden Sie sich mit der neuen Adresse an.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  expect(ended).toEqual(['end'])
  expect(await backend.sentData(write)).toEqual([{ WSU_EMAIL: 'neu@example.at', VERSION: 3 }])
})

test('other capitals of the own e-mail address, with which the session goes on, log nobody out', async () => {
  const { backend } = await open()
  await mail.fill((mail.element() as HTMLInputElement).value.toUpperCase())
  await save.click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Gespeichert' })).toBeVisible()
  expect(await backend.sentData(write)).toHaveLength(1)
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).not.toBeInTheDocument()
})

test.each(['light', 'dark'])('axe finds nothing, wide and at 390 px: %s', async (scheme) => {
  const { element } = await open({ [read]: own('admin', { WSU_EMAIL: `${'lang.'.repeat(30)}@example.at` }) })
  element.style.colorScheme = scheme
  await expectAccessible(element)
})

test('why the backend does not take a password is said in an alert and stays at its field', async () => {
  const sentence = 'Dieses Passwort ist zu leicht zu erraten.'
  await mountLoggedIn(
    'admin',
    {},
    {
      'GET /api/webshopuser/getcurrentwebshopuser': success({
        WSU_EMAIL: 'anna@example.at',
        WSU_RECHTE: 1,
        VERSION: 3
      }),
      'PUT /api/webshopuser': refusal(106, [sentence])
    }
  )
  await password.fill('Sommer2026')
  await page.getByRole('textbox', { name: 'Passwort wiederholen' }).fill('Sommer2026')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.element(password).toHaveAccessibleDescription(expect.stringContaining(sentence))
  await expect.element(password).toBeInvalid()
  await password.fill('x7Kp2q-Ufer')
  await expect.element(password).toBeValid()
})
