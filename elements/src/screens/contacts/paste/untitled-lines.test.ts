import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../../testing/axe.ts'
import { create, created, openBulk, paste, results } from '../../../../testing/bulk-contacts.ts'
import { post } from '../../../../testing/contact-form.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

test('of a list one entry with a fault does not keep back the others: it has its own sentence, its fields and Weglassen', async () => {
  const { backend, element } = await openBulk({ [post]: created })
  await paste(
    'Frau Anna Huber anna.huber@example.at\nJan Moser jan@example.at\nkaputt@\nMax Maier\nIda Lang <ida@example.at>'
  )
  await expect
    .element(page.getByText(/^1 Kontakt bereit, bei 2 fehlen Angaben, 2 brauchen eine Korrektur\./))
    .toBeVisible()
  expect(results().map(([line]) => line)).toEqual(['3', '4', '1', '2', '5'])
  const row = (line: number) => page.getByRole('row', { name: new RegExp(`^${line} `) })
  await expect.element(row(3).getByText('ungültige E-Mail Adresse')).toBeVisible()
  const common = page.getByRole('group', { name: 'Für alle' })
  await common.getByLabelText('Anrede').selectOptions('Herr')
  await row(3).getByLabelText('E-Mail').fill('kurt@example.at')
  await page.getByRole('button', { name: 'Zeile 4 weglassen' }).click()
  await expect.element(page.getByText(/^4 Kontakte bereit\./)).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  await create.click()
  await expect.element(page.getByText(/^4 Kontakte angelegt\./)).toBeVisible()
  const sent = await backend.sentData(post)
  expect(sent.map((one) => [one['ASP_ANREDE'], one['ASP_VORNAME'], one['ASP_NACHNAME'], one['ASP_EMAIL']])).toEqual([
    [1, 'Anna', 'Huber', 'anna.huber@example.at'],
    [0, 'Jan', 'Moser', 'jan@example.at'],
    [0, null, 'Kaputt', 'kurt@example.at'],
    [0, 'Ida', 'Lang', 'ida@example.at']
  ])
})

test('each row has its salutation: Für alle fills the empty ones alone, and a row can have another one', async () => {
  const { backend } = await openBulk({ [post]: created })
  await paste('Herr Jan Moser jan@example.at\nIda Lang ida@example.at\nEva Maier eva.maier@example.at')
  const inRow = (line: number) => page.getByRole('row', { name: new RegExp(`^${line} `) }).getByLabelText('Anrede')
  await page.getByRole('group', { name: 'Für alle' }).getByLabelText('Anrede').selectOptions('Frau')
  await expect.element(inRow(1)).toHaveDisplayValue('Herr')
  await expect.element(inRow(2)).toHaveDisplayValue('Frau')
  await inRow(3).selectOptions('Divers')
  await create.click()
  await expect.element(page.getByText(/^3 Kontakte angelegt\./)).toBeVisible()
  expect((await backend.sentData(post)).map((one) => one['ASP_ANREDE'])).toEqual([0, 1, 2])
})

test('a title goes to its field, where Ändern corrects it', async () => {
  const { backend } = await openBulk({ [post]: created })
  await paste(
    'Frau Mag. Anna Huber <anna.huber@example.at>\nHerr DI Max Muster <max@example.at>\nFrau Ida Lang <ida@example.at>'
  )
  await expect.element(page.getByRole('cell', { name: 'Mag. Anna Huber', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Zeile 2 ändern' }).click()
  await page.getByRole('row', { name: /^2 / }).getByLabelText('Titel').fill('Dipl.-Ing.')
  await create.click()
  await expect.element(page.getByText(/^3 Kontakte angelegt\./)).toBeVisible()
  const sent = await backend.sentData(post)
  expect(sent.map((one) => [one['ASP_TITEL'], one['ASP_VORNAME'], one['ASP_NACHNAME']])).toEqual([
    ['Mag.', 'Anna', 'Huber'],
    ['Dipl.-Ing.', 'Max', 'Muster'],
    [null, 'Ida', 'Lang']
  ])
})

test('people of whom only the salutation is missing take a line each, with their editor behind Ändern', async () => {
  const { element } = await openBulk()
  element.style.inlineSize = '1280px'
  await paste('ida.berger@example.at; jan.moser@x.at; eva.maier@x.at; Max Wolf <max@x.at>')
  await expect.element(page.getByRole('button', { name: 'Zeile 4 ändern' })).toBeVisible()
  const rows = [...element.shadowRoot!.querySelectorAll('.kc-pasted tbody tr')]
  expect(Math.max(...rows.map((row) => row.getBoundingClientRect().height))).toBeLessThanOrEqual(60)
  await page.getByRole('button', { name: 'Zeile 2 ändern' }).click()
  await expect.element(page.getByRole('row', { name: /^2 / }).getByLabelText('Nachname')).toHaveValue('Moser')
})

test("on a phone a person's address and right share a line, whichever screens have been seen before", async () => {
  const { element } = await openBulk()
  element.style.inlineSize = '390px'
  await paste('Nachname;E-Mail\nBerger;ida.berger@example.at\nMoser;jan.moser@x.at')
  await expect.element(page.getByRole('cell', { name: 'Moser', exact: true })).toBeVisible()
  const cells = [...element.shadowRoot!.querySelectorAll("[data-card='shared']:is(td)")]
  const tops = cells.map((cell) => cell.getBoundingClientRect().top)
  expect(tops).toHaveLength(4)
  expect([tops[0] === tops[1], tops[2] === tops[3], tops[0] === tops[2]]).toEqual([true, true, false])
  const size = (cell: string) =>
    getComputedStyle(element.shadowRoot!.querySelector(`.kc-pasted tbody ${cell}`)!).fontSize
  expect(size('td:nth-child(2)')).toBe(size('td:nth-child(1)'))
})

test('on a phone nothing stands between the parts of an address', async () => {
  const { element } = await openBulk()
  element.style.inlineSize = '390px'
  await paste('Ida Berger <ida.berger@example.at>\nJan Moser <jan.moser@example.at>')
  await expect.element(page.getByText('ida.berger@').first()).toBeVisible()
  const halves = element.shadowRoot!.querySelectorAll('.kc-pasted tbody tr:first-child td:nth-child(3) [style]')
  const [name, domain] = [...halves].map((half) => half.getBoundingClientRect())
  expect(Math.abs(domain!.left - name!.right)).toBeLessThan(1)
})
