import type { Page } from '@playwright/test'
import { tokenOf } from '../testing/product.ts'
import { expect, test } from './support/test.ts'

/** Puts the demo's seat plan under the customer center. */
async function addPlan(page: Page, modelId: string): Promise<void> {
  await page.evaluate((model) => {
    const layers = document.createElement('event-layers')
    const config = document.querySelector('customer-center')?.getAttribute('config-url')
    if (config) layers.setAttribute('config-url', config)
    layers.setAttribute('model-id', model)
    document.body.append(layers)
  }, modelId)
}

test('a page with a strict content security policy draws it, styles included', async ({ page, product, account }) => {
  const token = await tokenOf(account('contact'), product)
  const violations: string[] = []
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()))
  await page.route(`${product.url}/strict.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: {
        'content-security-policy':
          "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types customer-center"
      },
      body: `<!doctype html><html lang="de"><title>Streng</title><event-layers model-id="saal-1" session-token="${token}" config-url="/elements/assets/config.prod.json"></event-layers><script type="module" src="/elements/customer-center.js"></script></html>`
    })
  )
  await page.goto(`${product.url}/strict.html`)
  const plan = page.getByRole('img', { name: 'Sitzplan mit 24 Plätzen' })
  await expect(plan).toBeVisible()
  await expect(plan.locator('.stage')).toHaveCSS('fill', 'rgb(11, 85, 99)')
  expect(violations.filter((text) => /policy|trusted/i.test(text))).toEqual([])
})

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } })

  test('a tap or a click chooses a seat, and what drags the page does not', async ({ center, account }) => {
    const { page } = center
    await center.enter(account('contact'))
    // The events come late, and move what is below them.
    await expect(page.getByRole('region', { name: 'Ihre Events' })).toBeVisible()
    await addPlan(page, 'saal-2')
    const seat = (no: number) => page.getByRole('button', { name: `Platz ${no}`, exact: true })
    await seat(4).tap()
    await seat(5).click()
    await expect(seat(4)).toHaveAttribute('aria-pressed', 'true')
    await expect(seat(5)).toHaveAttribute('aria-pressed', 'true')
    const box = await seat(6).boundingBox()
    if (!box) throw new Error('The seat has no place.')
    await page.mouse.move(box.x + 2, box.y + 4)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 2, box.y + box.height - 4, { steps: 4 })
    await page.mouse.up()
    const taken = page.getByRole('img', { name: 'Platz 2, belegt' })
    await taken.tap()
    const chosen = await page.evaluate(() => Reflect.get(document.querySelector('event-layers') ?? {}, 'selectedSeats'))
    expect(chosen).toEqual(['4', '5'])
    expect(await center.axeViolations()).toEqual([])
  })
})
