import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { mockBackend, mount, mountLoggedIn } from '../../../testing/mock-backend.ts'

const links = page.getByRole('navigation', { name: 'Rechtliches und Hilfe' })

test('the provider’s pages stand at the foot, of the login and of every screen, in their own order', async () => {
  const config = {
    links: { help: 'https://shop.example/hilfe', imprint: 'https://shop.example/impressum', privacy: '/datenschutz' }
  }
  const { element } = await mountLoggedIn('admin', config)
  await expect.element(links).toBeVisible()
  const shown = links.getByRole('link').elements() as HTMLAnchorElement[]
  expect(shown.map(({ textContent, href }) => [textContent, href])).toEqual([
    ['Impressum', 'https://shop.example/impressum'],
    ['Datenschutz', new URL('/datenschutz', location.href).href],
    ['Hilfe', 'https://shop.example/hilfe']
  ])
  expect(await axeViolations(element)).toEqual([])
  element.remove()
  mount((await mockBackend(config)).attributes)
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  await expect.element(links).toBeVisible()
})

test('without links, or with one that runs as a script, there is no foot', async () => {
  const backend = await mockBackend({ links: { imprint: 'javascript:alert(1)' } })
  mount(backend.attributes)
  await expect.element(page.getByRole('heading', { name: 'Anmeldung' })).toBeVisible()
  await expect.element(links).not.toBeInTheDocument()
})
