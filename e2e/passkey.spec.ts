import type { Page } from '@playwright/test'
import { freePort } from '../testing/free-port.ts'
import { accountOf, type Product, startProduct } from '../testing/product.ts'
import { axeViolations } from './support/axe.ts'
import { Center } from './support/center.ts'
import { openMail } from './support/demo-mails.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

let product: Product
let url: string

test.beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  product = await startProduct({ PORT: String(port), PUBLIC_URL: url })
})
test.afterAll(() => product.stop())

/**
 * Adds a device of the browser's whose person is there when the page asks, and not when the user name only suggests
 * passkeys: the device would take a suggestion as picked.
 */
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  await page.exposeFunction('setPresent', (enabled: boolean) =>
    client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  )
  await page.addInitScript(() => {
    const device = Object.assign(window as unknown as DeviceWindow, { asked: [] as CredentialRequestOptions[] })
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    const create = credentials.create.bind(credentials)
    credentials.get = async (options = {}) => {
      device.asked.push(options)
      await device.setPresent(options.mediation !== 'conditional')
      return get(options)
    }
    credentials.create = async (options) => {
      await device.setPresent(true)
      return create(options)
    }
  })
}

interface DeviceWindow {
  readonly setPresent: (enabled: boolean) => Promise<void>
  /** Options of each passkey that the page asked for. */
  readonly asked: CredentialRequestOptions[]
}

test('a passkey is offered once after a login by password, and then logs in by itself', async ({ page }) => {
  await addDevice(page)
  const center = new Center(page, `${url}/`)
  const account = accountOf(product, 'contact')
  await center.open()
  await center.logIn(account)
  const offer = page.getByRole('complementary', { name: 'Beim nächsten Mal ohne Passwort anmelden?' })
  await expect(offer).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await offer.getByRole('button', { name: 'Passkey anlegen' }).press('Enter')
  await expect(page.getByText('Gespeichert: Passkey')).toBeVisible()
  await expect(offer).toBeHidden()
  const mail = await (await openMail(page, account.userName, 'Passkey')).locator('pre').textContent()
  expect(mail).toContain('Passkey')
  await page.keyboard.press('Escape')

  await center.open('mydata/userprofile')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await expect(section.getByText('Chrome auf')).toBeVisible()
  await expect(section.getByText(/^Angelegt am \d\d\.\d\d\.\d{4}$/)).toBeVisible()
  await section.getByRole('button', { name: /umbenennen$/ }).click()
  await expect(section.getByLabel('Name des Passkeys')).toBeFocused()
  await section.getByLabel('Name des Passkeys').fill('Arbeitsplatz')
  await page.keyboard.press('Enter')
  await expect(section.getByText('Arbeitsplatz')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Abmelden', exact: true }).last().click()
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).press('Enter')
  await expect(center.menu).toBeVisible()
  await expect(offer).toBeHidden()
  await center.open('mydata/userprofile')
  await expect(section.getByText(/zuletzt verwendet am/)).toBeVisible()
  await section.getByRole('button', { name: 'Arbeitsplatz entfernen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await expect(section.getByText('Sie haben noch keinen Passkey.')).toBeVisible()
})

test('who adds or removes a passkey elsewhere is asked about the other devices', async ({ page, browser }) => {
  await addDevice(page)
  const center = new Center(page, `${url}/`)
  const account = accountOf(product, 'shoplight')
  const elsewhere = await browser.newContext()
  const other = new Center(await elsewhere.newPage(), `${url}/`)
  await other.enter(account, 'mydata/userprofile')
  await center.enter(account, 'mydata/userprofile')
  const section = page.getByRole('region', { name: 'Passkeys' })
  const question = page.getByRole('alertdialog')
  await section.getByRole('button', { name: 'Passkey anlegen' }).click()
  await expect(question).toContainText('Sollen auch alle anderen Geräte abgemeldet werden?')
  expect(await axeViolations(page)).toEqual([])
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(section.getByText('Sie haben noch keinen Passkey.')).toBeVisible()
  await section.getByRole('button', { name: 'Passkey anlegen' }).click()
  await question.getByRole('button', { name: 'Nur anlegen' }).click()
  await expect(section.getByText('Chrome auf')).toBeVisible()
  await section.getByRole('button', { name: /entfernen$/ }).click()
  await question.getByRole('button', { name: 'Entfernen und andere Geräte abmelden' }).click()
  await expect(section.getByText('Sie haben noch keinen Passkey.')).toBeVisible()
  await expect(page.getByText('Zuletzt verwendet am')).toHaveCount(0)
  await elsewhere.close()
})

test('the offer after a login asks the same', async ({ page, browser }) => {
  await addDevice(page)
  const center = new Center(page, `${url}/`)
  const account = accountOf(product, 'admin')
  const elsewhere = await browser.newContext()
  const other = new Center(await elsewhere.newPage(), `${url}/`)
  await other.enter(account)
  await center.open()
  await center.logIn(account)
  const offer = page.getByRole('complementary', { name: 'Beim nächsten Mal ohne Passwort anmelden?' })
  const question = page.getByRole('alertdialog')
  await offer.getByRole('button', { name: 'Passkey anlegen' }).click()
  await expect(question).toContainText('Sollen auch alle anderen Geräte abgemeldet werden?')
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await offer.getByRole('button', { name: 'Passkey anlegen' }).click()
  await question.getByRole('button', { name: 'Anlegen und andere Geräte abmelden' }).click()
  await expect(page.getByText('Gespeichert: Passkey')).toBeVisible()
  await other.open('mydata/contacts')
  await expect(other.page.getByText('Ihre Sitzung ist abgelaufen.', { exact: false })).toBeVisible()
  await elsewhere.close()
})

test('a passkey that the server does not know leaves the password as a way in', async ({ page }) => {
  await addDevice(page)
  const center = new Center(page, `${url}/`)
  const account = accountOf(product, 'shopfull')
  await center.enter(account, 'mydata/userprofile')
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Passkey anlegen' }).click()
  await section.getByRole('button', { name: /entfernen$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await expect(section.getByText('Sie haben noch keinen Passkey.')).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden', exact: true }).last().click()
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await expect(page.getByText('Mit diesem Passkey ist keine Anmeldung möglich.')).toBeVisible()
  await center.logIn(account)
  await expect(center.menu).toBeVisible()
})

test('the user name suggests passkeys as long as its form is shown', async ({ page }) => {
  await addDevice(page)
  const asked = () =>
    page.evaluate(() =>
      (window as unknown as DeviceWindow).asked.map(({ mediation, signal }) => [mediation, signal?.aborted])
    )
  const center = new Center(page, `${url}/`)
  await center.open()
  await expect(page.getByLabel('Benutzername')).toHaveAttribute('autocomplete', 'username webauthn')
  await expect.poll(asked).toEqual([['conditional', false]])
  await center.logIn(accountOf(product, 'shopfull'))
  await expect(center.menu).toBeVisible()
  await expect.poll(asked).toEqual([['conditional', true]])
})
