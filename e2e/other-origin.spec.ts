import { Center } from './support/center.ts'
import { expect, test } from './support/test.ts'

interface Call {
  readonly url: string
  readonly form?: Record<string, string>
}

/** Sends calls as a script of the page, with the headers of the contract and the browser's cookies. */
const send = async ({ url, form }: Call) => {
  const response = await fetch(url, {
    method: form ? 'POST' : 'GET',
    headers: { 'CONTENT-VERSION': '1.0' },
    credentials: 'include',
    ...(form && { body: new URLSearchParams(form) })
  })
  return response.status
}

test('the login of a page of another origin is its own', async ({ page, context, product, foreignPage, account }) => {
  foreignPage.show('<!doctype html><html lang="de"><title>Shop</title></html>', {})
  const { customerNumber, userName, password } = account('admin')
  const me = { url: `${product.url}/api/webshopuser/getcurrentwebshopuser` }
  await page.goto(foreignPage.origin)
  expect(await page.evaluate(send, me)).toBe(401)
  const login = { url: `${product.url}/api/getToken`, form: { customerNumber, userName, password } }
  expect(await page.evaluate(send, login)).toBe(200)
  await page.reload()
  expect(await page.evaluate(send, me)).toBe(200)

  const tab = await context.newPage()
  await tab.goto(foreignPage.origin)
  expect(await tab.evaluate(send, me)).toBe(200)
  // Our own page is a different origin to the browser and to the server.
  await tab.goto(`${product.url}/plain.html`)
  expect(await tab.evaluate(send, me)).toBe(401)

  expect(await page.evaluate(send, { url: `${product.url}/api/revokeToken`, form: {} })).toBe(200)
  expect(await page.evaluate(send, me)).toBe(401)
})

test('an element of another origin survives a reload', async ({ page, context, foreignPage, showCenter, account }) => {
  const center = await showCenter()
  await center.logIn(account('admin'))
  await expect(center.menu).toBeAttached()
  await page.reload()
  await expect(center.menu).toBeAttached()
  const tab = new Center(await context.newPage(), foreignPage.origin)
  await tab.open()
  await expect(tab.menu).toBeAttached()
  await expect(tab.page.getByLabel('Kundennummer')).not.toBeAttached()
})
