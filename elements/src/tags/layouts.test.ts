import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { mockBackend, success, user } from '../../testing/mock-backend.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><title>Saal</title><rect width="400" height="300"/></svg>'

/** Boxes that size an element by its content, around `slot`. */
const layouts: Record<string, string> = {
  'a flex item': '<div style="display: flex"><nav>Menü</nav><slot></slot></div>',
  'a flex item of a centred column':
    '<div style="display: flex; flex-direction: column; align-items: center"><slot></slot></div>',
  'a centred grid': '<div style="display: grid; place-items: center"><slot></slot></div>',
  'a float': '<div style="float: left"><slot></slot></div>',
  'an inline-block': '<div style="display: inline-block"><slot></slot></div>',
  'fit-content': '<div style="inline-size: fit-content"><slot></slot></div>',
  'a table cell': '<table><tr><td><slot></slot></td></tr></table>',
  'an absolute box': '<div style="position: absolute"><slot></slot></div>',
  'a dialog': '<dialog open><slot></slot></dialog>',
  'a plain block': '<div><slot></slot></div>'
}

const elements: Record<string, Record<string, string>> = {
  'customer-center': {},
  'customer-contact': {},
  'event-layers': { 'model-id': 'saal-1' }
}

test.each(Object.keys(layouts))('in %s each element is wide enough, and no wider than the page', async (layout) => {
  const backend = await mockBackend()
  await backend.respond({
    'GET /api/webshopuser/getcurrentwebshopuser': user(),
    'GET /api/eventmodel': success({ MOD_CSS: '', MOD_SVG: drawing })
  })
  for (const [name, attributes] of Object.entries(elements)) {
    const box = document.createElement('div')
    box.innerHTML = layouts[layout]!
    document.body.append(box)
    onTestFinished(() => box.remove())
    const element = document.createElement(name)
    for (const [key, value] of Object.entries({ ...backend.attributes, 'session-token': 'token', ...attributes }))
      element.setAttribute(key, value)
    const ready = new Promise((resolve) => element.addEventListener('ready', resolve, { once: true }))
    box.querySelector('slot')!.replaceWith(element)
    await ready
    for (const width of [1280, 320]) {
      await page.viewport(width, 800)
      await expect.poll(() => element.getBoundingClientRect().width, { message: name }).toBeGreaterThanOrEqual(200)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
    }
    box.remove()
  }
})
