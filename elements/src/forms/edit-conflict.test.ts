import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import { fieldDescriptor } from '../../testing/field-descriptor.ts'
import { failure, type MockResponse, mountLoggedIn, staleData, success } from '../../testing/mock-backend.ts'

const read = 'GET /api/customer'
const write = 'PUT /api/customer'
const before = success({ KND_NACHNAME: 'Alt GmbH', KND_ORT: 'Wien', KND_STRASSE: 'Ring 1', VERSION: 7 })
const after = success({ KND_NACHNAME: 'Alt GmbH', KND_ORT: 'Linz', KND_STRASSE: 'Ring 1', VERSION: 8 })

const name = page.getByRole('textbox', { name: 'Firmenname' })
const town = page.getByRole('textbox', { name: 'Ort' })
const save = page.getByRole('button', { name: 'Speichern' })
const dialog = page.getByRole('alertdialog')

beforeEach(() => history.replaceState(null, '', '#/mydata/companydata'))

/** Makes a conflict: somebody else moves to Linz while a new name is typed here and saved. */
async function collide(fresh: MockResponse | MockResponse[] = after) {
  const { backend, element } = await mountLoggedIn(
    'admin',
    {},
    {
      [read]: before,
      'GET /api/webshop/customerfields': success([
        fieldDescriptor('KND_NACHNAME', 'Firmenname'),
        fieldDescriptor('KND_ORT', 'Ort'),
        fieldDescriptor('KND_STRASSE', 'Straße')
      ]),
      'GET /api/webshop/getPossibleValues': success({}),
      [write]: [staleData, success({ VERSION: 9 })]
    }
  )
  await name.fill('Neu GmbH')
  await backend.respond({ [read]: fresh })
  await save.click()
  await expect.element(dialog).toHaveAccessibleName('Die Daten wurden inzwischen geändert.')
  await expect.element(dialog).toHaveAccessibleDescription('Möchten Sie sie neu laden oder Ihre Änderungen behalten?')
  return { backend, element }
}

test('Neu laden puts the stored row into the form, which is then unchanged', async () => {
  const opened = await collide()
  expect(await axeViolations(opened.element)).toEqual([])
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect.element(town).toHaveValue('Linz')
  await expect.element(name).toHaveValue('Alt GmbH')
  await expect.element(save).toBeDisabled()
  await name.fill('Neuer GmbH')
  await save.click()
  await expect.poll(() => location.hash).toBe('#/mydata')
  expect((await opened.backend.sentData(write))[1]).toEqual({
    KND_NACHNAME: 'Neuer GmbH',
    KND_ORT: 'Linz',
    KND_STRASSE: 'Ring 1',
    VERSION: 8
  })
})

test('Meine Änderungen behalten takes over what others changed, names it and keeps one’s input for the next save', async () => {
  const opened = await collide()
  await page.getByRole('button', { name: 'Meine Änderungen behalten' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/inzwischen geändert: Ort\./)
  await expect.element(town).toHaveValue('Linz')
  await expect.element(name).toHaveValue('Neu GmbH')
  // The button's colour is on its way for a moment.
  await expect.poll(() => axeViolations(opened.element)).toEqual([])
  await save.click()
  await expect.poll(() => location.hash).toBe('#/mydata')
  expect((await opened.backend.sentData(write))[1]).toEqual({
    KND_NACHNAME: 'Neu GmbH',
    KND_ORT: 'Linz',
    KND_STRASSE: 'Ring 1',
    VERSION: 8
  })
})

test('Escape leaves everything as it was typed', async () => {
  await collide()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Neu GmbH')
  await expect.element(town).toHaveValue('Wien')
  await expect.element(save).toBeEnabled()
})

test('a row that cannot be read again has its sentence, and the input stays', async () => {
  await collide(failure(503, 'Der Server ist überlastet.'))
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await expect.element(dialog).toHaveAccessibleDescription('Der Server ist überlastet.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(name).toHaveValue('Neu GmbH')
  await expect.element(save).toBeEnabled()
})
