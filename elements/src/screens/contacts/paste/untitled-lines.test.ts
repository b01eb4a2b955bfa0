import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../../testing/axe.ts'
import { create, created, openBulk, paste, results } from '../../../../testing/bulk-contacts.ts'
import { focused, post } from '../../../../testing/contact-form.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

test('of lines without titles one with a fault does not keep back the others: it has its own sentence, Ändern and Weglassen', async () => {
  const { backend, element } = await openBulk({ [post]: created })
  await paste(
    'Frau;Anna;Huber;anna.huber@example.at\nJan Moser jan@example.at\nkaputt@\nMax Maier\nIda Lang <ida@example.at>'
  )
  await expect
    .element(page.getByText(/^1 Kontakt bereit, 2 warten auf die Anrede, 2 brauchen eine Korrektur\./))
    .toBeVisible()
  expect(results().map(([line, result]) => [line, result?.match(/^.*?\./)?.[0]])).toEqual([
    ['3', 'Keine gültige E-Mail-Adresse.'],
    ['4', 'Keine E-Mail-Adresse.'],
    ['1', 'Wird angelegt.'],
    ['2', 'Wartet auf die Anrede.'],
    ['5', 'Wartet auf die Anrede.']
  ])
  const common = page.getByRole('group', { name: 'Für alle' })
  await expect.element(common.getByLabelText('Anrede')).toHaveAccessibleDescription('Gilt für 4 Kontakte ohne Anrede.')
  await common.getByLabelText('Anrede').selectOptions('Herr')
  await page.getByRole('button', { name: 'Zeile 3 ändern' }).click()
  expect(focused()?.getRootNode()).toBe(element.shadowRoot)
  await page.getByRole('row', { name: /^3 / }).getByLabelText('E-Mail').fill('kurt@example.at')
  await page.getByRole('row', { name: /^3 / }).getByLabelText('Vorname').fill('Kurt')
  await page.getByRole('button', { name: 'Zeile 4 weglassen' }).click()
  await expect.element(page.getByText(/^4 Kontakte bereit\./)).toBeVisible()
  expect(await axeViolations(element)).toEqual([])
  await create.click()
  await expect.element(page.getByText(/^4 Kontakte angelegt\./)).toBeVisible()
  const sent = await backend.sentData(post)
  expect(sent.map((one) => [one['ASP_ANREDE'], one['ASP_VORNAME'], one['ASP_NACHNAME'], one['ASP_EMAIL']])).toEqual([
    [1, 'Anna', 'Huber', 'anna.huber@example.at'],
    [0, 'Jan', 'Moser', 'jan@example.at'],
    [0, 'Kurt', 'Kaputt', 'kurt@example.at'],
    [0, 'Ida', 'Lang', 'ida@example.at']
  ])
})

test('a title goes to its field, where Ändern corrects it; of what the lines have besides the first five are named', async () => {
  const { backend } = await openBulk({ [post]: created })
  await paste(
    '1\tFrau\tMag.\tAnna\tHuber\tanna.huber@example.at\tWien\n2\tHerr\tDI\tMax\tMuster\tmax@example.at\tGraz\n3\tFrau\t\tIda\tLang\tida@example.at\tLinz'
  )
  await expect
    .element(page.getByText('Diese Angaben werden nicht übernommen: 1, Wien, 2, Graz, 3 …', { exact: true }))
    .toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Mag. Anna Huber', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Zeile 2 ändern' }).click()
  await page.getByRole('row', { name: /^2 / }).getByLabelText('Titel').fill('Dipl.-Ing.')
  await page.getByRole('button', { name: 'Zeile 3 ändern' }).click()
  await expect.element(page.getByRole('row', { name: /^3 / }).getByLabelText('Titel')).not.toBeInTheDocument()
  await create.click()
  await expect.element(page.getByText(/^3 Kontakte angelegt\./)).toBeVisible()
  const sent = await backend.sentData(post)
  expect(sent.map((one) => [one['ASP_TITEL'], one['ASP_VORNAME'], one['ASP_NACHNAME']])).toEqual([
    ['Mag.', 'Anna', 'Huber'],
    ['Dipl.-Ing.', 'Max', 'Muster'],
    [null, 'Ida', 'Lang']
  ])
})

test('people of whom only the salutation for all is missing take a line each, with their editor behind Ändern', async () => {
  const { element } = await openBulk()
  element.style.inlineSize = '1280px'
  await paste('ida.berger@example.at; jan.moser@x.at; eva.maier@x.at; Max Wolf <max@x.at>')
  const rows = [...element.shadowRoot!.querySelectorAll('.kc-pasted tbody tr')]
  expect(rows.map((row) => row.getBoundingClientRect().height <= 50)).toEqual([true, true, true, true])
  await page.getByRole('button', { name: 'Zeile 2 ändern' }).click()
  await expect.element(page.getByRole('row', { name: /^2 / }).getByLabelText('Nachname')).toHaveValue('Moser')
})

test("on a phone a person's address and right share a line, whichever screens have been seen before", async () => {
  const { element } = await openBulk()
  element.style.inlineSize = '390px'
  await paste('ida.berger@example.at; jan.moser@x.at')
  const cells = [...element.shadowRoot!.querySelectorAll("[data-card='shared']:is(td)")]
  const tops = cells.map((cell) => cell.getBoundingClientRect().top)
  expect(tops).toHaveLength(4)
  expect([tops[0] === tops[1], tops[2] === tops[3], tops[0] === tops[2]]).toEqual([true, true, false])
  const size = (cell: string) =>
    getComputedStyle(element.shadowRoot!.querySelector(`.kc-pasted tbody ${cell}`)!).fontSize
  expect(size('td:nth-child(2)')).toBe(size('td:nth-child(1)'))
})
