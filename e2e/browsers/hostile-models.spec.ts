import { successEnvelope } from '@customer-center/contract/envelope'
import {
  hostileCss,
  hostileSvg,
  hostileUses,
  remainsInPage,
  touchInPage
} from '../../elements/testing/hostile-models.ts'
import { expect, test } from './test.ts'

const drawingsOnPage = 24

test('hostile drawings run, fetch and leave nothing', async ({ customer: { browser }, product, foreignPage }) => {
  const { origin, requests } = foreignPage
  const armed = (text: string, path: string) =>
    text.replaceAll('EVILHOST', new URL(origin).host).replaceAll('EVIL', `${origin}/${path}`)
  const drawings = [...Object.values(hostileSvg), ...Object.values(hostileUses)]
  const seat =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect class="seat" width="9" height="9"/></svg>'
  const models = [
    ...drawings.map((svg) => ({ MOD_SVG: armed(svg, 'evil'), MOD_CSS: '.seat{fill:red}' })),
    ...Object.values(hostileCss).map((css) => ({ MOD_SVG: seat, MOD_CSS: armed(css, 'evil') }))
  ]
  const files = Object.fromEntries(
    models.flatMap((model, no) => [
      [`/${no}/config.json`, JSON.stringify({ apiUrl: `${origin}/${no}/api`, apiVersion: '1.0' })],
      [`/${no}/api/eventmodel`, JSON.stringify(successEnvelope(model))]
    ])
  )
  const layers = models.map(
    (_, no) => `<event-layers config-url="/${no}/config.json" session-token="token" model-id="${no}"></event-layers>`
  )
  const counted = () =>
    browser.evaluate(() => {
      const { ran, done } = window as unknown as { ran: number; done: number }
      return { ran, done }
    }, null)
  // A slow drawing shows itself by the time of its page.
  for (let first = 0; first < layers.length; first += drawingsOnPage) {
    const shown = layers.slice(first, first + drawingsOnPage)
    foreignPage.show(
      `<!doctype html><html lang="de"><meta charset="utf-8"><title>Shop</title><body>
      <script>
        var ran = 0, done = 0
        function stolen() { ran++ }
        for (const type of ['model-load', 'model-error']) addEventListener(type, () => done++)
      </script>
      ${shown.join('\n')}
      <script type="module" src="${product.url}/elements/customer-center.js"></script></body></html>`,
      {},
      { files }
    )
    await browser.open(`${origin}/?first=${first}`)
    await expect.poll(async () => (await counted()).done, { timeout: 60_000 }).toBe(shown.length)
    await browser.evaluate(touchInPage, null)
    expect(await browser.evaluate(remainsInPage, null)).toEqual([])
    expect((await counted()).ran).toBe(0)
  }

  // Two of the unsanitised drawings do run and fetch: until these requests are there, others would have come, too.
  const raw = `${hostileSvg['foreignObject']}${hostileSvg['image from elsewhere']}`
  await browser.evaluate(
    (html) => {
      document.body.append(Object.assign(document.createElement('div'), { innerHTML: html }))
    },
    armed(raw, 'raw')
  )
  await expect.poll(async () => (await counted()).ran).toBeGreaterThan(0)
  await expect.poll(() => requests().filter((path) => path.startsWith('/raw/image'))).not.toEqual([])
  const expected = /^\/(\d+\/(config\.json|text\.[a-z.]+\.json|api\/eventmodel)|raw\/.+|favicon\.ico|)$/
  expect(requests().filter((path) => !expected.test(path))).toEqual([])
})
