import { expect, test } from './test.ts'

test('a customer logs in, opens a script and downloads it as a real PDF @short', async ({ customer }) => {
  await customer.logIn()
  await customer.goTo('Skripte')
  await customer.press('Öffnen')
  await customer.looksAtDocument()
  await customer.press('Download')
  expect(await customer.looksAtDownload()).toMatch(/\.pdf$/)
})

test('all scripts of an event are saved as one ZIP file, and the screen stays', async ({ customer }) => {
  await customer.logIn()
  await customer.goTo('Skripte')
  await customer.browser.click({ selector: '.kc-all-documents button' })
  const { name, names } = await customer.looksAtZip()
  expect(name).toMatch(/^Skripte .+\.zip$/)
  expect(names[0]).toBe('Inhalt.txt')
  expect(names.length).toBeGreaterThan(2)
  await customer.sees('h1', 'Skripte')
  expect(await customer.browser.tabs()).toBe(1)
})

test('a contact is opened, changed and saved, and keeps what was typed', async ({ customer }) => {
  await customer.logIn()
  await customer.goTo('Meine Daten', 'Kontakte')
  await customer.press('Bearbeiten')
  await customer.sees('input', 'Ort')
  await customer.fill('Ort', 'Krems')
  await customer.press('Speichern')
  await customer.sees('.kc-contact-table')
  await customer.press('Bearbeiten')
  await expect.poll(() => customer.valueOf('input', 'Ort')).toBe('Krems')
})

test('a confirmation is made, opened and saved', async ({ customer }) => {
  const { browser } = customer
  await customer.logIn()
  await customer.goTo('Bestätigungen', 'Teilnahmebestätigung')
  const values = () =>
    browser.evaluate(() => {
      const center = document.querySelector('customer-center')?.shadowRoot
      return [...(center?.querySelectorAll('option') ?? [])].map(({ value }) => value).filter(Boolean)
    }, null)
  await expect.poll(values).not.toEqual([])
  await browser.select({ selector: 'select', name: 'Event' }, (await values())[0] ?? '')
  await customer.press('Erstellen')
  await customer.sees('.kc-badge', 'fertig')
  await customer.press('Öffnen')
  await customer.looksAtDocument()
  await customer.press('Download')
  expect(await customer.looksAtDownload()).toMatch(/^\d\d[._]\d\d[._]\d{4}.* .+\.pdf$/)
})

test('a change of the company is listed below its form, and the own data are saved as a PDF', async ({ customer }) => {
  await customer.logIn()
  await customer.goTo('Meine Daten', 'Unternehmen')
  await customer.sees('input', 'Telefon')
  await customer.fill('Telefon', '+43 1 555 31')
  await customer.press('Speichern')
  await customer.sees('h1', 'Meine Daten')
  // The message may lie over what is below the form.
  await customer.press('Schließen')
  await customer.goTo('Unternehmen')
  await customer.sees('input', 'Telefon')
  await customer.press('Verlauf')
  await customer.sees('.kc-history li p', 'Geändert am ')
  await customer.sees('.kc-history dt', 'Telefon')
  await customer.goTo('Benutzerprofil')
  await customer.press('Kopie erstellen')
  await customer.goTo('Unternehmen', 'Benutzerprofil')
  await customer.press('PDF-Datei herunterladen')
  expect(await customer.looksAtDownload()).toBe('Kopie Ihrer Daten.pdf')
})

test('a date is what was typed, and the arrow of the list leaves the keyboard choosing', async ({ customer }) => {
  const { browser } = customer
  await customer.logIn()
  await customer.goTo('Bestätigungen', 'Stundennachweis')
  // Firefox sends no blur to a page whose window has not the focus of the desktop, as one without a screen has not:
  // Chromium tests the effects of the blur.
  const isOffered = () => browser.read({ selector: 'button', name: 'Erstellen' })
  await customer.fill('Von', '31.02.2025')
  await expect.poll(isOffered).toBeNull()
  expect(await customer.valueOf('input', 'Von')).toBe('31.02.2025')
  await customer.fill('Von', '05032025')
  await expect.poll(isOffered).not.toBeNull()

  const before = await customer.valueOf('input[role=combobox]')
  await browser.click({ selector: '.kc-search-open' })
  await customer.sees('[role=option]')
  expect(await customer.focused()).toBe('Teilnehmer')
  await browser.press('ArrowDown')
  await browser.press('ArrowDown')
  await browser.press('Enter')
  await expect.poll(() => customer.valueOf('input[role=combobox]')).not.toBe(before)
})

test('the seats of a plan, each a use of one symbol, are drawn, also with <base href>', async ({ customer }) => {
  await customer.logIn()
  await customer.browser.evaluate(() => {
    const base = document.createElement('base')
    base.href = '/elsewhere/'
    document.head.append(base)
    const layers = document.createElement('event-layers')
    layers.setAttribute('config-url', '/elements/assets/config.prod.json')
    layers.setAttribute('model-id', 'saal-1')
    document.body.append(layers)
  }, null)
  const seats = () =>
    customer.browser.evaluate(() => {
      const layers = document.querySelector('event-layers')?.shadowRoot
      const plan = layers?.querySelector('.frame > div')?.shadowRoot
      const boxes = Array.from(plan?.querySelectorAll('use') ?? [], (seat) => seat.getBoundingClientRect())
      return boxes.filter(({ width, height }) => width > 0 && height > 0).length
    }, null)
  await expect.poll(seats).toBe(24)
})

test('a seat of the plan is chosen by the pointer, and the next one by the keyboard', async ({ customer }) => {
  const { browser } = customer
  await customer.logIn()
  await browser.evaluate(() => {
    const layers = document.createElement('event-layers')
    layers.setAttribute('config-url', '/elements/assets/config.prod.json')
    layers.setAttribute('model-id', 'saal-2')
    document.body.append(layers)
  }, null)
  const chosen = () =>
    browser.evaluate(() => {
      const { selectedSeats } = document.querySelector('event-layers') as Element & { selectedSeats?: string[] }
      return selectedSeats ?? []
    }, null)
  await customer.sees('[data-seat]', 'Platz 1')
  await browser.click({ selector: '.seat-no', name: '10' })
  await expect.poll(chosen).toHaveLength(1)
  expect(await customer.focused()).toBe('Platz 10')
  await browser.press('ArrowDown')
  await expect.poll(() => customer.focused()).not.toBe('Platz 10')
  await browser.press('Enter')
  await expect.poll(chosen).toHaveLength(2)
  await browser.press('Enter')
  await expect.poll(chosen).toHaveLength(1)
})
