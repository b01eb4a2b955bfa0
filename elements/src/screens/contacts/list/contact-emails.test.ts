import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { contact, list } from '../../../../testing/contacts.ts'
import { failure, foreign, type MockResponse, mountLoggedIn, success } from '../../../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

const { ASP_ANZEIGEEMAIL: _, ...eva } = contact(7, 'Eva', 'Maier', { ASP_EMAIL: 'eva@example.at' })
const { ASP_ANZEIGEEMAIL: __, ...jan } = contact(8, 'Jan', 'Moser', {
  ASP_SHOPEMAIL: 'jan@example.at',
  ASP_EMAIL: null
})
const others = success([eva, jan])

/** Opens the list; returns the fields that each of its reads asked for. */
async function open(answers: MockResponse[], config: Record<string, unknown> = foreign) {
  const { backend } = await mountLoggedIn('admin', config, { [list]: answers })
  await expect.element(page.getByRole('row', { name: /Eva Maier/ })).toBeVisible()
  return (await backend.requests(list)).map(({ query }) => query['RES_FIELDS']?.split(',') ?? [])
}

const shown = (name: string) =>
  page
    .getByRole('row', { name: new RegExp(name) })
    .element()
    .querySelector('[data-label="E-Mail"]')?.textContent

test.each([
  ['the configuration leaves it out', [others], { 'contact.displayEmail': false }, 1],
  ['the configuration leaves its code out', [others], { ASP_ANZEIGEEMAIL: false }, 1],
  ['the call with it is refused', [failure(400, 'Unbekanntes Feld: ASP_ANZEIGEEMAIL'), others], {}, 2],
  ['no row has it', [success([{ ...eva, ASP_EMAIL: undefined }]), others], {}, 2]
])('the list shows the other addresses of a contact where %s', async (_what, answers, fieldCodes, reads) => {
  const asked = await open(answers, { ...foreign, fieldCodes })
  expect(shown('Eva Maier')).toBe('eva@example.at')
  expect(shown('Jan Moser')).toBe('jan@example.at')
  expect(asked).toHaveLength(reads)
  expect(asked.at(-1)).toEqual(expect.arrayContaining(['ASP_EMAIL', 'ASP_SHOPEMAIL']))
  expect(asked.at(-1)).not.toContain('ASP_ANZEIGEEMAIL')
})

test.each([
  ['without an address', { ...eva, ASP_ANZEIGEEMAIL: null }],
  ['among others that have one', { ...eva, ASP_ANZEIGEEMAIL: 'Eva' }]
])('a display address that is empty or none stays a dash, and nothing else is asked for: %s', async (_what, row) => {
  const asked = await open([success([row, contact(9, 'Ida', 'Berger')])])
  expect(shown('Eva Maier')).toBe('-')
  expect(asked).toHaveLength(1)
  expect(asked[0]).not.toContain('ASP_EMAIL')
  expect(asked[0]).not.toContain('ASP_SHOPEMAIL')
})

test('a person who may not read contacts is not asked for twice', async () => {
  const { backend } = await mountLoggedIn('admin', {}, { [list]: failure(403, 'Keine Berechtigung.') })
  await expect.element(page.getByText('Keine Berechtigung.')).toBeVisible()
  expect(await backend.requests(list)).toHaveLength(1)
})

test('rows without a number of the contact are asked for with that of the person, and still with the other addresses', async () => {
  const keyless = success([{ ...eva, ASP_PVAID: null }])
  const asked = await open([failure(500), keyless])
  expect(asked).toHaveLength(3)
  expect(asked.at(-1)).toEqual(expect.arrayContaining(['ASP_EMAIL', 'ASP_SHOPEMAIL', 'ASP_KONTAKTID']))
  expect(shown('Eva Maier')).toBe('eva@example.at')
})
