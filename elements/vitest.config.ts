import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import type { BrowserCommand } from 'vitest/node'
import { chromiumOptions } from '../scripts/lib/chromium.ts'
import { shadowStyles } from './build/shadow-styles.ts'

const browserTests = 'src/**/*.test.{ts,tsx}'
const unitTests = '{src,build}/**/*.unit.test.ts'
/** They pack the package first, which takes a while. */
const packageTests = 'build/*.package.test.ts'

/** The page's own origin answers with the headers that it got. */
const echo: Plugin = {
  name: 'echo',
  configureServer: ({ middlewares }) =>
    void middlewares.use('/echo', ({ headers }, response) => response.end(JSON.stringify({ responseData: headers })))
}

/** From now on requests whose address matches fail in the page; the file that a worker runs next has the same. */
const refuseRequests: BrowserCommand<[pattern: string]> = ({ page }, pattern) =>
  page.route(pattern, (route) => route.abort()).then(() => undefined)

const allowRequests: BrowserCommand<[pattern: string]> = ({ page }, pattern) => page.unroute(pattern)

export default defineConfig({
  plugins: [react(), shadowStyles, echo],
  // In a test react-aria would draw all ten thousand rows, since jsdom measures none; Chromium does.
  define: { 'process.env.VIRT_ON': 'true' },
  // Found while the first test runs, they would make vite reload the page under it.
  optimizeDeps: {
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom/client',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      'react-hook-form',
      'zod',
      'css-tree/generator',
      'css-tree/parser',
      'css-tree/walker',
      'dompurify',
      'papaparse',
      'qr',
      'react-aria-components/ComboBox',
      'react-aria-components/Button',
      'react-aria-components/Calendar',
      'react-aria-components/Popover',
      'react-aria-components/Dialog',
      'react-aria-components/Heading',
      'react-aria-components/I18nProvider',
      'react-aria-components/Virtualizer',
      'react-aria/PortalProvider',
      'react-stately/private/flags/flags',
      '@internationalized/date',
      'axe-core'
    ]
  },
  test: {
    // On two processors vitest would run one file at a time, and half of a test is waiting.
    maxWorkers: 3,
    // The first look at a file's modules takes longer than vitest's second while the other worker compiles, too.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    // Vitest's ten seconds are too few to pack the package, or to start the product beside other tests.
    hookTimeout: 180_000,
    projects: [
      { extends: true, test: { name: 'unit', environment: 'node', include: [unitTests] } },
      { extends: true, test: { name: 'package', environment: 'node', include: [packageTests] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [browserTests],
          exclude: [unitTests, packageTests],
          globalSetup: ['testing/mock-server.ts'],
          setupFiles: ['testing/clean-page.ts'],
          restoreMocks: true,
          browser: {
            enabled: true,
            commands: { refuseRequests, allowRequests },
            headless: true,
            // A part of a text names an element in these tests.
            locators: { exact: false },
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({ launchOptions: chromiumOptions }),
            instances: [{ browser: 'chromium' }]
          }
        }
      }
    ]
  }
})
