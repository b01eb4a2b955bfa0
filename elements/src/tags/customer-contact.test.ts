import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations, expectAccessible } from '../../testing/axe.ts'
import { fillNewContact } from '../../testing/contact-form.ts'
import { contact, contactFieldDescriptors, list } from '../../testing/contacts.ts'
import { holdResponses } from '../../testing/hold-responses.ts'
import { submitLogin } from '../../testing/login-form.ts'
import { mockBackend, type MockBackend, mount, success, token, user, noteLogin } from '../../testing/mock-backend.ts'

const create = page.getByRole('button', { name: 'Neuen Teilnehmer erstellen' })
const whoAmI = 'GET /api/webshopuser/getcurrentwebshopuser'
const post = 'POST /api/contact'
const put = 'PUT /api/contact'

async function backendWithContacts(): Promise<MockBackend> {
  const backend = await mockBackend()
  await backend.respond({
    [list]: success([contact(7, 'Eva', 'Maier', { ASP_ANREDE: 1, ASP_EMAIL: 'eva@example.at', VERSION: 2 })]),
    'GET /api/webshop/contactfields': success(contactFieldDescriptors()),
    'GET /api/webshop/getPossibleValues': success({}),
    [post]: success({ ASP_PVAID: 8, ASP_KONTAKTID: 50_008 }),
    [put]: success({ ASP_PVAID: 7, ASP_KONTAKTID: 50_007 })
  })
  return backend
}

function placeContact(attributes: Record<string, string>) {
  const element = document.createElement('customer-contact')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  onTestFinished(() => element.remove())
  const events: unknown[] = []
  for (const type of ['contact-saved', 'contact-cancel']) {
    const listen = (event: Event) => events.push([type, (event as CustomEvent<unknown>).detail])
    addEventListener(type, listen)
    onTestFinished(() => removeEventListener(type, listen))
  }
  return { element, events }
}

async function loggedInContact(more: Record<string, string> = {}) {
  const backend = await backendWithContacts()
  await backend.respond({ [whoAmI]: user() })
  return { backend, ...placeContact({ ...backend.attributes, 'session-token': 'host-token', ...more }) }
}

test('the button opens the form of a new contact, and contact-saved is fired', async () => {
  const { backend, element, events } = await loggedInContact()
  await create.click()
  await fillNewContact('Neu', 'neu@example.at')
  expect(await axeViolations(element)).toEqual([])
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(create).toBeVisible()
  await expect.poll(() => events).toEqual([['contact-saved', { pvaid: 8, contactId: 50_008 }]])
  expect(await backend.requests(post)).toHaveLength(1)
  await expect.poll(() => element.shadowRoot?.activeElement?.textContent).toBe('Neuen Teilnehmer erstellen')
})

test('no field that gets the focus is behind the buttons that stay in sight', async () => {
  await page.viewport(390, 500)
  await loggedInContact()
  await create.click()
  await fillNewContact('Neu', 'neu@example.at')
  const buttons = page.getByRole('button', { name: 'Speichern' }).element()
  expect(document.documentElement.scrollHeight).toBeGreaterThan(1000)
  scrollTo(0, 0)
  for (const field of page.getByRole('textbox').elements()) {
    ;(field as HTMLElement).focus()
    expect(field.getBoundingClientRect().bottom).toBeLessThanOrEqual(buttons.getBoundingClientRect().top)
  }
})

test('a save that is answered while the element is out of the page closes the form when it is back', async () => {
  const { backend, element, events } = await loggedInContact()
  await create.click()
  await fillNewContact('Neu', 'neu@example.at')
  const arrive = holdResponses('POST')
  const saved = new Promise((resolve) => element.addEventListener('data-saved', resolve))
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => backend.requests(post)).toHaveLength(1)
  element.remove()
  await new Promise((resolve) => setTimeout(resolve))
  arrive()
  await saved
  document.body.append(element)
  await expect.element(create).toBeVisible()
  await expect.poll(() => events).toEqual([['contact-saved', { pvaid: 8, contactId: 50_008 }]])
})

test('Abbrechen closes the form and fires contact-cancel', async () => {
  const { events } = await loggedInContact()
  await create.click()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(create).toBeVisible()
  await expect.poll(() => events).toEqual([['contact-cancel', null]])
})

test('with company, id and pvaid it is the form of that contact; changing them takes effect at once', async () => {
  const { backend, element, events } = await loggedInContact({ company: '1', id: '1001', pvaid: '7' })
  await page.getByRole('button', { name: 'Teilnehmer bearbeiten' }).click()
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Maier')
  const [read] = await backend.requests(list)
  expect(read?.query).toMatchObject({ company: '1', id: '1001', pvaid: '7' })
  await page.getByLabelText('Nachname').fill('Moser')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => events).toEqual([['contact-saved', { pvaid: 7, contactId: 50_007 }]])
  Object.assign(element, { pvaid: null })
  await expect.element(create).toBeVisible()
})

test('another contact that the host asks for replaces one with unsaved input only after the question', async () => {
  const { element } = await loggedInContact({ company: '1', id: '1001', pvaid: '7' })
  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'Teilnehmer bearbeiten' }).click()
  const name = page.getByLabelText('Nachname')
  await name.fill('Moser')
  Object.assign(element, { pvaid: null, company: null })
  await expect.element(question).toMatchTextContent('Seite verlassen?')
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(name).toHaveValue('Moser')
  Object.assign(element, { company: '2', pvaid: '8' })
  await expect.element(question).toMatchTextContent('Seite verlassen?')
  Object.assign(element, { pvaid: null })
  await question.getByRole('button', { name: 'OK' }).click()
  await expect.element(name).toHaveValue('')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(create).toBeVisible()
})

test('beside a customer center the screens follow each other without a question, and the log-out asks for the input', async () => {
  const backend = await backendWithContacts()
  await backend.respond({ [whoAmI]: user() })
  noteLogin(backend)
  placeContact(backend.attributes)
  mount(backend.attributes)
  await create.click()
  await page.getByLabelText('Nachname').fill('Neu')
  location.hash = '#/scripts'
  await expect.element(page.getByRole('heading', { level: 1, name: 'Skripte' })).toBeVisible()
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Neu')
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Seite verlassen?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click()
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Neu')
})

test.each(['1001', 'kontakt-box'])('an id alone (%s) names no contact: the form is that of a new one', async (id) => {
  const { backend, element } = await loggedInContact({ id })
  expect(element.id).toBe(id)
  await create.click()
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('')
  element.id = `${id}-2`
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('')
  expect(await backend.requests(list)).toEqual([])
})

test('company, id and pvaid may be texts', async () => {
  const { backend } = await loggedInContact({ company: 'F1', id: 'K-7', pvaid: 'P-1' })
  const row = { ASP_FIRMA: 'F1', ASP_ID: 'K-7', ASP_PVAID: 'P-1', ASP_ANREDE: '1' }
  await backend.respond({ [list]: success([contact(7, 'Eva', 'Maier', row)]) })
  await page.getByRole('button', { name: 'Teilnehmer bearbeiten' }).click()
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Maier')
  const [read] = await backend.requests(list)
  expect(read?.query).toMatchObject({ company: 'F1', id: 'K-7', pvaid: 'P-1' })
})

test.each([
  ['of its own', '1001', 1001],
  ['of another', '2002', 2002],
  ['of another, whose id is a text alone', 'K-9', 'K-9']
])('company and id name the customer of a new contact as the session does: %s', async (_, id, sent) => {
  const { backend } = await loggedInContact({ company: '1', id })
  await backend.respond({ 'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001 }) })
  await create.click()
  await fillNewContact('Neu', 'neu@example.at')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(create).toBeVisible()
  expect(await backend.sentData(post)).toEqual([expect.objectContaining({ ASP_FIRMA: 1, ASP_ID: sent })])
})

test('a contact is changed under numbers, too, where the session has numbers and its row lacks the keys', async () => {
  const { backend } = await loggedInContact({ company: '1', id: '2002', pvaid: '7' })
  const { ASP_FIRMA: _, ASP_ID: __, ...row } = contact(7, 'Eva', 'Maier', { ASP_ANREDE: 1 })
  await backend.respond({ [list]: success([row]), 'GET /api/customer': success({ KND_FIRMA: 1, KND_ID: 1001 }) })
  await page.getByRole('button', { name: 'Teilnehmer bearbeiten' }).click()
  await page.getByLabelText('Nachname').fill('Moser')
  await page.getByLabelText('E-Mail').fill('eva@example.at')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => backend.sentData(put)).toMatchObject([{ ASP_FIRMA: 1, ASP_ID: 2002, ASP_NACHNAME: 'Moser' }])
})

test('an id without a company belongs to the page, and is not requested', async () => {
  const { backend } = await loggedInContact({ id: 'kontakt-box', pvaid: '7' })
  await page.getByRole('button', { name: 'Teilnehmer bearbeiten' }).click()
  await expect.element(page.getByLabelText('Nachname')).toHaveValue('Maier')
  const [read] = await backend.requests(list)
  expect(read?.query['pvaid']).toBe('7')
  expect(Object.keys(read?.query ?? {})).not.toContain('id')
})

test('require-email makes the address required for a contact without a right', async () => {
  const backend = await backendWithContacts()
  const extended = JSON.stringify({ apiUrl: backend.api, extendedWebshopRights: true })
  await backend.respond({ [whoAmI]: user(), 'GET /assets/config.prod.json': { body: extended } })
  const { element } = placeContact({ ...backend.attributes, 'session-token': 'host-token' })
  await create.click()
  const label = () => [...element.shadowRoot!.querySelectorAll('label')].find((one) => /E-Mail/.test(one.textContent))
  await expect.poll(() => label()?.textContent).toBe('E-Mail')
  Object.assign(element, { requireEmail: true })
  await expect.poll(() => label()?.textContent).toBe('E-Mail *')
})

test('without a session the button leads through the login to the form', async () => {
  const backend = await backendWithContacts()
  placeContact(backend.attributes)
  await create.click()
  await backend.respond({ 'POST /api/getToken': token('t1'), [whoAmI]: user() })
  await submitLogin()
  await expect.element(page.getByLabelText('Nachname')).toBeVisible()
})

test('beside a customer center it shares its login', async () => {
  const backend = await backendWithContacts()
  mount(backend.attributes)
  const { element } = placeContact(backend.attributes)
  await expect.element(create).toBeVisible()
  await backend.respond({ 'POST /api/getToken': token('t1'), [whoAmI]: user() })
  await submitLogin()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  await create.click()
  await expect.poll(() => element.shadowRoot?.querySelector('form')).not.toBeNull()
})

test('whoever may not keep contacts reads so, and gets no button', async () => {
  const backend = await backendWithContacts()
  await backend.respond({ [whoAmI]: user('contact') })
  placeContact({ ...backend.attributes, 'session-token': 'host-token' })
  await expect.element(page.getByText('Mit Ihrer Berechtigung können Sie keine Teilnehmer bearbeiten.')).toBeVisible()
  await expect.element(create).not.toBeInTheDocument()
})

test.each(['light', 'dark'])('axe finds nothing on button and form, wide and at 390 px: %s', async (scheme) => {
  const { element } = await loggedInContact()
  element.style.colorScheme = scheme
  await expect.element(create).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  await create.click()
  await expect.element(page.getByLabelText('Nachname')).toBeVisible()
  await expectAccessible(element)
})

test('a half-filled contact on a page without a customer center holds a reload and the closing of the page back', async () => {
  await loggedInContact()
  const leaves = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await create.click()
  expect(leaves()).toBe(true)
  await page.getByLabelText('Nachname').fill('Neu')
  expect(leaves()).toBe(false)
  await page.getByLabelText('Nachname').fill('')
  await expect.poll(leaves).toBe(true)
})
