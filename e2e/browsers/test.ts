import { accountOf } from '../../testing/product.ts'
import { test as productTest } from '../support/product-test.ts'
import type { Browser } from './browser.ts'
import { Customer } from './customer.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

export interface EngineOptions {
  readonly engine: 'firefox' | 'webkit' | 'iphone'
}

interface Fixtures {
  /** An admin of the demo before the login, with a browser of its own: no test sees the traces of another. */
  readonly customer: Customer
}

export const test = productTest.extend<Fixtures, EngineOptions>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  customer: async ({ engine, product }, use, info) => {
    const browser = await start(engine)
    info.annotations.push({ type: 'browser', description: browser.version })
    await use(new Customer(browser, `${product.url}/plain.html`, accountOf(product, 'admin')))
    await browser.stop()
  }
})

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

function start(engine: EngineOptions['engine']): Promise<Browser> {
  if (engine === 'firefox') return startFirefox(program('FIREFOX'))
  const programs = {
    driver: program('WEBKIT_DRIVER'),
    miniBrowser: program('WEBKIT_BROWSER'),
    xvfb: program('XVFB')
  }
  return startWebKit(programs, engine === 'iphone' ? iPhone : undefined)
}

/** Returns the path of a program that `npm run browsers` has found. */
function program(name: string): string {
  const path = process.env[name]
  if (!path) throw new Error(`${name} names no program; npm run browsers sets it.`)
  return path
}

export { expect } from '@playwright/test'
