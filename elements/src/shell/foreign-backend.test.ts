import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { participationLetter, startedFunctions } from '../../testing/confirmations.ts'
import { anna, config, field, responses } from '../../testing/foreign-backend.ts'
import { mountLoggedIn, success } from '../../testing/mock-backend.ts'
import { watchTabs } from '../../testing/tabs.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const combobox = (name: string) => page.getByRole('combobox', { name })
const show = async (route: string, name: string) => {
  location.hash = `#/${route}`
  await expect.element(heading(name)).toBeVisible()
}

test('a backend of another make walks through every screen: nothing is missing, and no error is in the console', async () => {
  const errors = vi.spyOn(console, 'error')
  watchTabs()
  const { backend, element } = await mountLoggedIn('admin', config, { ...responses, 'PUT /api/contact': success({}) })
  await expect.element(heading('Übersicht')).toBeVisible()

  await show('mydata/companydata', 'Unternehmen')
  await expect.element(combobox('Branche')).toHaveDisplayValue('Bildung')
  await expect.element(combobox('Land')).toHaveDisplayValue('Vereinigtes Königreich')
  const plz = page.getByRole('textbox', { name: 'PLZ' })
  await expect.element(plz).toHaveAttribute('inputmode', 'text')
  await expect.element(page.getByText(/Kundenschlüssel|Verbindung/)).not.toBeInTheDocument()

  await show('mydata/invoiceaddress', 'Rechnungsadressen')
  await page.getByRole('button', { name: 'Bearbeiten: Alt GmbH' }).click()
  await expect.element(combobox('Anrede')).toHaveDisplayValue('Firma')

  await show('mydata/contacts', 'Kontakte')
  await page.getByRole('button', { name: /^Bearbeiten: Anna Huber/ }).click()
  await expect.element(combobox('Anrede')).toHaveDisplayValue('Frau')
  await expect.element(combobox('Abteilung')).toHaveDisplayValue('Vertrieb')
  await expect.element(combobox('Land')).toHaveDisplayValue('Deutschland')
  await expect.element(page.getByRole('textbox', { name: 'Vorname' })).toHaveValue('Anna')
  await expect.element(page.getByText('Verbindung')).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Nachname' }).fill('Moser')
  await page.getByRole('button', { name: 'Speichern' }).click()
  const ids = { ASP_FIRMA: 'F1', ASP_ID: 'K-7', ASP_PVAID: 'P-1', ASP_KONTAKTFIRMA: 'F1', ASP_KONTAKTID: 'A-1' }
  await expect.poll(() => backend.sentData('PUT /api/contact')).toMatchObject([{ ...ids, ASP_NACHNAME: 'Moser' }])
  await expect.element(heading('Kontakte')).toBeVisible()

  await show('mydata/userprofile', 'Benutzerprofil')
  await expect
    .element(page.getByText(/^Mindestens 8 Zeichen, höchstens 200, .* und nicht leicht zu erraten\.$/))
    .toBeVisible()

  await show('scripts', 'Skripte')
  await expect.element(page.getByRole('heading', { name: 'Arbeitsrecht' })).toBeVisible()
  await expect.element(page.getByText('Aufzeichnung').first()).toBeVisible()
  await expect.element(page.getByText('02.03.2026')).toBeVisible()

  await show('webinars', 'Webinare')
  await expect.element(page.getByRole('link', { name: /^zum Skriptum: Lohn/ })).toBeVisible()
  await expect.element(page.getByText(/gültig bis 01\.02\.2020/)).toBeVisible()

  await show('orders', 'Bestellungen')
  await expect.element(page.getByRole('cell', { name: '02.03.2026' })).toBeVisible()
  await expect.element(page.getByText('05.03.2026 – 06.03.2026')).toBeVisible()

  await show('invoices', 'Rechnungen')
  await expect.element(page.getByText('4711')).toBeVisible()
  await expect.element(page.getByRole('cell', { name: '1.234,50 €' })).toBeVisible()
  await expect.element(page.getByText('fällig seit 17.03.2026', { exact: true })).toBeVisible()

  await show('confirmations/participation', 'Teilnahmebestätigung')
  await combobox('Event').selectOptions('Arbeitsrecht, 02.03.2026')
  await page.getByRole('button', { name: 'Erstellen', exact: true }).click()
  await expect.element(page.getByRole('button', { name: /^Öffnen: .*Arbeitsrecht/ })).toBeEnabled()

  await show('confirmations/education', 'Stundennachweis')
  await page.getByRole('button', { name: 'Erstellen', exact: true }).click()
  await expect.element(page.getByRole('button', { name: /^Öffnen: .*Arbeitsrecht/ })).toBeEnabled()

  await show('confirmations/evaluation', 'Auswertungen')
  await page.getByRole('button', { name: 'Öffnen' }).click()
  await expect.poll(() => startedFunctions(backend)).toHaveLength(3)

  expect((await backend.requests(participationLetter))[0]?.query).toEqual({ eventId: 'E1' })
  const contactIds = ['company=F1', 'id=K-7', 'contactCompany=F1', 'contactId=A-1']
  const [confirmation, hourRecord, evaluation] = (await startedFunctions(backend)).map(({ parameter }) => parameter)
  const event = ['eventId=E1', 'participantId=T1']
  expect(confirmation).toEqual(['letterNo=17', 'format=PDF', ...contactIds, ...event])
  const constants = ['1:E1', '2:T1', '3:L1', '4:K-7', '5:F1', '6:A-1', '7:F1'].map((one) => `const=${one}`)
  expect(hourRecord).toEqual(expect.arrayContaining(['letterNo=18', ...constants]))
  expect(evaluation?.slice(0, 2)).toEqual(['interfaceId=A31', 'company=F1'])

  expect(errors.mock.calls).toEqual([])
  expect(element.shadowRoot?.textContent).not.toMatch(/null|undefined|NaN|\[object/)
  const asked = (await backend.requests()).flatMap(({ query }) => query['RES_FIELDS']?.split(',') ?? [])
  expect(asked).not.toContain('VERSION')
  expect(asked).not.toContain('WSU_TEILNEHMERWECHSEL')
  expect(asked).not.toContain('ADR_LAND')
  expect(asked).toContain('ASP_LAND')
})

test("a day that says 'no date' is shown nowhere, and nothing is due or over by it", async () => {
  const first = { no: '4711', amount: '90', currency: 'EUR', dueDate: '01.01.1753' }
  const event = { caption: 'Lohn', eventId: 'E2', no: '1', participants: [{ caption: 'Eva Maier' }] }
  const { element } = await mountLoggedIn(
    'admin',
    { ...config, features: ['overview'], fieldCodes: { ...config.fieldCodes, 'webinar.start': 'WEB_BEGINN' } },
    {
      ...responses,
      'GET /api/overview': success({
        person: 'Anna Huber',
        nextEvent: '1900-01-01',
        lastEvent: '0001-01-01T00:00:00',
        lastInvoice: '30.12.1899',
        lastVisit: '1601-01-01T00:00:00Z',
        openInvoices: { count: 1, sums: [{ currency: 'EUR', amount: '90' }], first }
      }),
      'GET /api/eventmanager/webinarlink': success([
        {
          WEB_BEZEICHNUNG: 'Lohn',
          WEB_LINK: 'https://example.at/w',
          WEB_GUELTIGBIS: '31.12.9999',
          WEB_BEGINN: '01.01.1753'
        }
      ]),
      'GET /api/eventmanager/ordersbysubscriber': success([
        { no: 'B-1', date: '0001-01-01T00:00:00', events: [{ ...event, from: '1753-01-01', to: '9999-12-31' }] }
      ]),
      'GET /api/eventmanager/documentsbysubscriber': success([
        { titel: 'Arbeitsrecht', eventId: 'E1', no: 'L1', from: '01.01.0001', to: '31.12.9999', scripts: [] }
      ]),
      'GET /api/eventmanager/invoicebysubscriber': success([
        {
          companyNo: 'F1',
          controlNo: 'C1',
          nummer: 4711,
          date: '1899-12-30',
          documentHash: 'h2',
          ...first,
          isPaid: 'false'
        }
      ])
    }
  )
  const content = () => element.shadowRoot?.querySelector('main')?.textContent ?? ''
  const isUndated = () =>
    expect(content()).not.toMatch(/1601|1753|1899|1900|9999|10000|01\.01\.|31\.12\.|fällig|nächste[rs]?\b|zuletzt/)
  await expect.element(page.getByText('90,00 €')).toBeVisible()
  await expect.element(page.getByText('Kein Event geplant.')).toBeVisible()
  isUndated()
  await show('webinars', 'Webinare')
  await expect.element(page.getByRole('link', { name: /Lohn/ })).toBeVisible()
  isUndated()
  await show('orders', 'Bestellungen')
  await expect.element(page.getByText('B-1')).toBeVisible()
  isUndated()
  await show('scripts', 'Skripte')
  await expect.element(page.getByText('Arbeitsrecht')).toBeVisible()
  isUndated()
  await show('invoices', 'Rechnungen')
  await expect.element(page.getByText('4711')).toBeVisible()
  isUndated()
})

test('flags, numbers and ids that are texts count in what the backend adds, too', async () => {
  const eva = { ...anna, ASP_PVAID: 'P-2', X_VORNAME: 'Eva', ASP_SHOPEMAIL: 'eva@example.at' }
  const access = success({ state: 'expired', mailedAt: '2026-11-20T08:00:00Z', hadLogin: 'true' })
  const change = (isCreation: string) => ({
    changedAt: '2026-11-21T23:05:00Z',
    changedBy: 'Anna Huber',
    isCreation,
    changes: [{ code: 'ASP_NACHNAME', old: 'Maier', new: 'Huber' }]
  })
  const { backend } = await mountLoggedIn(
    'admin',
    { ...config, features: ['sessions', 'history', 'calendar', 'access', 'overview'] },
    {
      ...responses,
      'GET /api/contact': success([eva]),
      'GET /api/overview': success({ person: 'Anna Huber', newDocuments: '0', lastVisit: '15.11.2026' }),
      'GET /api/sessions': success([
        { sessionId: 1, device: 'Firefox', lastUsedAt: '2026-11-22T12:00:00Z', isCurrent: 'true' },
        { sessionId: 2, device: 'Safari', lastUsedAt: '2026-11-21T23:05:00Z', isCurrent: 'false' }
      ]),
      'POST /api/sessions/end': success(null),
      'GET /api/calendar/feed': success({ exists: 'false' }),
      'GET /api/history': success({ entries: [change('true'), change('false')], next: null }),
      'GET /api/contactaccess': access,
      'POST /api/contactaccess/send': access
    }
  )
  await expect.element(page.getByText('Anna Huber')).toBeVisible()
  await expect.element(page.getByText('0 neu')).not.toBeInTheDocument()

  await show('mydata/userprofile', 'Benutzerprofil')
  await page.getByRole('button', { name: 'Safari abmelden' }).click()
  await expect.poll(() => backend.sentData('POST /api/sessions/end')).toEqual([{ sessionId: 2 }])
  await expect.element(page.getByRole('button', { name: 'Firefox abmelden' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Kalenderadresse anlegen', exact: true })).toBeVisible()

  await show('mydata/contacts', 'Kontakte')
  await page.getByRole('button', { name: /^Bearbeiten: Eva Huber/ }).click()
  await page.getByRole('button', { name: 'Zugangsdaten erneut senden' }).click()
  await expect.poll(() => backend.sentData('POST /api/contactaccess/send')).toEqual([{ pvaid: 'P-2' }])
  await page.getByRole('button', { name: 'Verlauf' }).click()
  await expect.element(page.getByText(/^Angelegt am 22\.11\.2026/)).toBeVisible()
  await expect.element(page.getByText(/^Geändert am 22\.11\.2026/)).toBeVisible()
  expect((await backend.requests('GET /api/history')).map(({ query }) => query)).toEqual([{ pvaid: 'P-2' }])

  await show('mydata/invoiceaddress', 'Rechnungsadressen')
  await page.getByRole('button', { name: 'Bearbeiten: Alt GmbH' }).click()
  await page.getByRole('button', { name: 'Verlauf' }).click()
  await expect.poll(async () => (await backend.requests('GET /api/history')).at(-1)?.query).toEqual({ no: 'A1' })
})

test('a field that the backend lacks is neither shown nor asked for nor sent', async () => {
  const fieldCodes = {
    ...config.fieldCodes,
    KND_VERGLEICHSFELD2: false,
    'contact.customField17': false,
    'contact.street': false,
    ASP_AKTIV: false,
    'invoice-address.name2': false,
    'invoice-address.company': false
  }
  const { backend } = await mountLoggedIn(
    'admin',
    { ...config, fieldCodes },
    {
      ...responses,
      'GET /api/webshop/contactfields': success([
        field('ASP_NACHNAME', 'Nachname', 'true'),
        field('ASP_STRASSE', 'Straße'),
        field('ASP_AKTIV', 'Aktiv')
      ]),
      'POST /api/contact': success(anna),
      'PUT /api/address': success({})
    }
  )
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  await show('mydata/companydata', 'Unternehmen')
  await expect.element(combobox('Branche')).toBeVisible()

  await show('mydata/contacts', 'Kontakte')
  await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
  await box('Nachname *').fill('Maier')
  await expect.element(box('Straße')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.element(page.getByRole('button', { name: 'Kontakt hinzufügen' })).toBeVisible()

  await show('mydata/invoiceaddress', 'Rechnungsadressen')
  await page.getByRole('button', { name: 'Neue Rechnungsadresse' }).click()
  await expect.element(box('Zusatzname')).not.toBeInTheDocument()
  for (const name of ['Nachname *', 'Straße *', 'PLZ *', 'Ort *']) await box(name).fill('1010')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => backend.sentData('PUT /api/address')).toHaveLength(1)

  const lacking = /KND_VERGLEICHSFELD2$|ASP_FREIFELD17|ASP_STRASSE|ASP_AKTIV|ADR_NAME2|ADR_FIRMA/
  const asked = (await backend.requests()).flatMap(({ query }) => query['RES_FIELDS']?.split(',') ?? [])
  expect(asked).toContain('KND_VERGLEICHSFELD1')
  expect(asked.filter((code) => lacking.test(code))).toEqual([])
  const sent = [...(await backend.sentData('POST /api/contact')), ...(await backend.sentData('PUT /api/address'))]
  expect(sent.flatMap((row) => Object.keys(row as object)).filter((code) => lacking.test(code))).toEqual([])
})

test('names of participants and choices and the code of the version may be others', async () => {
  const fieldCodes = {
    VERSION: 'X_STAND',
    'possible-value.key': 'nr',
    'possible-value.value': 'name',
    'ordered-participant.caption': 'name'
  }
  const order = { no: 'B-1', events: [{ caption: 'Lohn', participants: [{ name: 'Eva Maier' }] }] }
  const { backend } = await mountLoggedIn(
    'admin',
    { fieldCodes },
    {
      ...responses,
      'GET /api/customer': success({ KND_NACHNAME: 'Alt GmbH', KND_VERGLEICHSFELD1: 5, X_STAND: 'v1' }),
      'GET /api/webshop/getPossibleValues': success({
        KND_VERGLEICHSFELD1: [
          { nr: 5, name: 'Bildung' },
          { nr: 6, name: 'Handel' }
        ]
      }),
      'GET /api/eventmanager/ordersbysubscriber': success([order]),
      'PUT /api/customer': success({})
    }
  )
  await show('orders', 'Bestellungen')
  await page.getByRole('button', { name: /Teilnehmer/ }).click()
  await expect.element(page.getByText('Eva Maier')).toBeVisible()
  await show('mydata/companydata', 'Unternehmen')
  await expect.element(combobox('Branche')).toHaveDisplayValue('Bildung')
  await combobox('Branche').selectOptions('Handel')
  await page.getByRole('button', { name: 'Speichern' }).click()
  const sent = { KND_NACHNAME: 'Alt GmbH', KND_VERGLEICHSFELD1: 6, X_STAND: 'v1' }
  await expect.poll(() => backend.sentData('PUT /api/customer')).toEqual([sent])
  const asked = (await backend.requests('GET /api/customer')).flatMap(({ query }) => query['RES_FIELDS']?.split(','))
  expect(asked).toContain('X_STAND')
  expect(asked).not.toContain('VERSION')
})
