import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { fillNewContact, openContactList, post, save, stored } from '../../testing/contact-form.ts'
import { contact, list, manyContacts } from '../../testing/contacts.ts'
import { mountLoggedIn, success } from '../../testing/mock-backend.ts'

beforeEach(() => history.replaceState(null, '', '#/mydata/contacts'))

/** Puts a header of a shop's page above the element, and a footer below it. */
function inPage(element: HTMLElement): void {
  const [header, footer] = [document.createElement('div'), document.createElement('div')]
  header.style.blockSize = footer.style.blockSize = '1500px'
  element.before(header)
  element.after(footer)
  onTestFinished(() => [header, footer].forEach((one) => one.remove()))
}

const seen = (element: Element | null | undefined) => {
  const { top = -1, bottom = -1 } = element?.getBoundingClientRect() ?? {}
  return top >= 0 && bottom <= innerHeight
}

const many = [...manyContacts(10_000), stored]
const key = { ASP_FIRMA: 1, ASP_ID: 1001 }

/** Keeps the mark of what is saved from now on at its beginning, however long the way to it takes. */
function holdMark({ shadowRoot }: HTMLElement): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.kc-saved { animation-play-state: paused !important }')
  shadowRoot!.adoptedStyleSheets = [...shadowRoot!.adoptedStyleSheets, sheet]
}

/** Checks that what was saved is in sight with its focus, and marked for two seconds. */
async function expectMarked(element: HTMLElement): Promise<void> {
  const marked = () => element.shadowRoot?.querySelector<HTMLElement>('.kc-saved')
  await expect.poll(() => marked()?.contains(element.shadowRoot?.activeElement ?? null)).toBe(true)
  await expect.poll(() => seen(marked())).toBe(true)
  const one = marked()!
  const color = getComputedStyle(one).backgroundColor
  const [mark] = one.getAnimations()
  expect(mark?.effect?.getTiming()).toMatchObject({ delay: 2000, fill: 'backwards' })
  mark?.finish()
  expect(getComputedStyle(one).backgroundColor).not.toBe(color)
}

test.each([
  ['names it', 1280, { ...key, ASP_PVAID: 20_000, VERSION: 1 }],
  ['names it', 390, { ...key, ASP_PVAID: 20_000, VERSION: 1 }],
  ['answers without its number', 1280, {}],
  ['answers without its number', 390, {}]
])('a new contact is in sight, of a backend that %s, at %i px', async (_, width, answer) => {
  const added = contact(20_000, 'Neu', 'Nachname5000x')
  const after = 'VERSION' in answer ? [added] : [...many, added]
  const { element } = await openContactList({
    answers: { [list]: [success(many), success(after)], [post]: success(answer) }
  })
  inPage(element)
  element.style.inlineSize = `${width}px`
  await page.getByRole('button', { name: 'Kontakt hinzufügen' }).click()
  await expect.element(page.getByLabelText('Nachname')).toBeVisible()
  await fillNewContact('Nachname5000x', 'neu@example.at')
  holdMark(element)
  await save.click()
  await expectMarked(element)
})

test('the tile of saved company data and of a saved profile is in sight', async () => {
  location.hash = '#/mydata/userprofile'
  const { element } = await mountLoggedIn('admin', {}, { 'PUT /api/webshopuser': success({}) })
  inPage(element)
  await page.getByLabelText('Neues Passwort').fill('geheim-12')
  await page.getByLabelText('Passwort wiederholen').fill('geheim-12')
  holdMark(element)
  await save.click()
  await expectMarked(element)
  expect(element.shadowRoot?.activeElement?.textContent).toContain('Benutzerprofil')
})

test.each([1280, 390])('a search without hits shows its sentence in sight, at %i px', async (width) => {
  const { element } = await openContactList({ answers: { [list]: success(many) } })
  inPage(element)
  element.style.inlineSize = `${width}px`
  const box = page.getByRole('searchbox', { name: 'Teilnehmersuche' })
  ;(box.element() as HTMLElement).focus()
  scrollTo(0, 4000)
  await expect.poll(() => scrollY).toBe(4000)
  await box.fill('zzz')
  const sentence = () => element.shadowRoot?.querySelector('.kc-empty-message')
  await expect.poll(() => sentence()?.textContent).toBe('Kein Kontakt gefunden.')
  await expect.poll(() => seen(sentence())).toBe(true)
})
