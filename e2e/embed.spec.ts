import type { Page } from '@playwright/test'
import { axeInBothSchemes } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const snippet = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

/** Returns the text that the button of a snippet puts onto the clipboard. */
async function copied(page: Page, title: string): Promise<string> {
  // The word is there for three seconds.
  await Promise.all([
    expect(snippet(page, title).getByRole('button')).toHaveText('Kopiert'),
    page.getByRole('button', { name: `${title} kopieren`, exact: true }).click()
  ])
  return page.evaluate(() => navigator.clipboard.readText())
}

for (const [name, element, visible] of [
  ['Kundencenter', 'customer-center', 'Kundennummer'],
  ['Teilnehmer anlegen', 'customer-contact', 'Neuen Teilnehmer erstellen']
] as const)
  test(`what /embed gives to copy works elsewhere: <${element}>`, async ({ page, context, product, foreignPage }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${product.url}/embed`)
    await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
    await page.getByLabel(name, { exact: true }).check()
    await page.getByLabel('Adresse der Seite').fill(`${foreignPage.origin}/konto?seite=1`)
    await page.getByLabel(/integrity/).check()
    // The hashes take their time, and all snippets are made anew with them.
    await expect(snippet(page, 'Import-Map')).toBeVisible()
    expect(await copied(page, 'Einstellung des Servers')).toBe(`CORS_ORIGINS=${foreignPage.origin}`)
    const map = await copied(page, 'Import-Map')
    const tag = await copied(page, 'Element und Skript')
    const [header, policy] = (await copied(page, 'Content-Security-Policy der Seite')).split(': ')
    const body = `<!doctype html><html lang="de"><head><title>Shop</title>${map}</head><body>${tag}</body></html>`
    foreignPage.show(body, {}, { headers: { [header!]: policy! }, files: { '/favicon.ico': '' } })
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(foreignPage.origin)
    await expect(
      page
        .getByLabel(visible)
        .or(page.getByRole('button', { name: visible }))
        .first()
    ).toBeVisible()
    expect(errors).toEqual([])
    const failed = await page.evaluate(async (one) => {
      const shown = document.querySelector(one) as HTMLElement & { check: () => Promise<{ state: string }[]> }
      return (await shown.check()).filter(({ state }) => state !== 'fine')
    }, element)
    expect(failed).toEqual([])
  })

test('/embed shows the element live, and warns of colours that are hard to read', async ({ page, product }) => {
  await page.goto(`${product.url}/embed`)
  const live = page.getByRole('region', { name: 'Vorschau' })
  await expect(live.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
  await page.getByText('Farben', { exact: true }).first().click()
  await page.getByRole('group', { name: 'Akzent' }).getByLabel('hell').fill('#ffee00')
  await expect(live.locator('customer-center')).toHaveCSS('--kc-accent', 'light-dark(#ffee00, #84cdd8)')
  await expect(page.getByText(/Akzent auf Fläche \(hell\): 1,2 : 1/)).toBeVisible()
  await expect(snippet(page, 'Farben').locator('code')).toHaveText(
    'customer-center { --kc-accent: light-dark(#ffee00, #84cdd8); }'
  )
  await page.getByRole('button', { name: 'Farben zurücksetzen' }).click()
  await expect(snippet(page, 'Farben')).not.toBeAttached()
  await page.getByLabel('Sitzplan').check()
  await expect(live.getByRole('img', { name: 'Sitzplan mit 24 Plätzen' })).toBeVisible()
  await live.getByLabel('Demo-Konto').selectOption('')
  await expect(live.getByText('Bitte melden Sie sich an, um den Plan zu sehen.')).toBeVisible()
})

test('/embed gives each framework its own markup of the same choices', async ({ page, product }) => {
  await page.goto(`${product.url}/embed`)
  await page.getByLabel('Sprache').selectOption('de-ch')
  await page.getByLabel(/route-prefix/).fill('konto"<')
  for (const [name, expected] of [
    ['HTML', /^<customer-center\s+config-url="[^"]+"\s+language="de-ch"\s+route-prefix="konto&quot;&lt;"\s+>/],
    [
      'React',
      /^import { CustomerCenter } from '[^']+\/react'[^]+<CustomerCenter\s+configUrl="[^]+language="de-ch"[^]+\/>/
    ],
    [
      'Vue',
      /^<script setup[^]+import '@[^]+<template>\s+<customer-center\s+:config-url="configUrl"[^]+language="de-ch"[^]+\/>\s+<\/template>$/
    ],
    ['Angular', /^import '@[^]+schemas: \[CUSTOM_ELEMENTS_SCHEMA\][^]+<customer-center\s[^]+language="de-ch"/]
  ] as const) {
    await page.getByLabel(name, { exact: true }).check()
    await expect(snippet(page, name === 'HTML' ? 'Element und Skript' : 'Komponente').locator('code')).toHaveText(
      expected
    )
  }
  await expect(snippet(page, 'Paket')).toContainText('npm install @customer-center/elements')
  const policy = snippet(page, 'Content-Security-Policy der Seite').locator('code')
  await expect(policy).toContainText("script-src 'self';")
  // Files of a bundler have other hashes than the server's scripts.
  await page.getByLabel(/integrity/).check()
  await expect(snippet(page, 'Skript')).toContainText('integrity="sha384-')
  await expect(snippet(page, 'Paket')).not.toBeAttached()
  await expect(policy).toContainText(`script-src 'self' ${product.url}`)
})

test('/embed looks as the other pages, and folds on a phone what few need', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${product.url}/embed`)
  await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('font-family', /^Inter,/)
  const policy = snippet(page, 'Content-Security-Policy der Seite')
  await expect(policy.locator('pre')).toBeHidden()
  await expect(page.getByLabel('Rundung der Ecken')).toBeHidden()
  // The preview is as high as what has come of it.
  const heights = await page.evaluate(() => [
    document.documentElement.scrollHeight,
    document.querySelector('customer-center')!.clientHeight
  ])
  expect(heights[0]! - heights[1]!).toBeLessThan(2400)
  await page.getByRole('link', { name: 'Zum Kundencenter' }).click()
  await expect(page).toHaveURL(`${product.url}/`)
})

test('/embed leaves open or folded what somebody has opened or folded', async ({ page, product }) => {
  await page.goto(`${product.url}/embed`)
  const [markup, policy] = [snippet(page, 'Element und Skript'), snippet(page, 'Content-Security-Policy der Seite')]
  await expect(markup.locator('pre')).toBeVisible()
  await expect(policy.locator('pre')).toBeHidden()
  // The snippets are made anew before the browser tells of the folds.
  await page.getByLabel('Sprache').evaluate((language: HTMLSelectElement) => {
    for (const title of ['Element und Skript', 'Content-Security-Policy der Seite'])
      document.querySelector<HTMLElement>(`article:has([aria-label="${title}"]) summary`)?.click()
    language.value = 'de-ch'
    language.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(markup.locator('code')).toContainText('language="de-ch"')
  await expect(markup.locator('pre')).toBeHidden()
  await expect(policy.locator('pre')).toBeVisible()
})

test('/embed is accessible, light and dark, and no wider than a phone', async ({ page, product }) => {
  await page.goto(`${product.url}/embed`)
  await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible()
  await page.getByLabel(/integrity/).check()
  await expect(snippet(page, 'Import-Map')).toBeVisible()
  expect(await axeInBothSchemes(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
