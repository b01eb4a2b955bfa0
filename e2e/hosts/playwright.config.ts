import { defineConfig } from '@playwright/test'
import walks from '../playwright.config.ts'
import type { AppOptions } from './test.ts'

const projects = process.env['HOST_PAGE']
  ? [{ name: 'page', testMatch: 'start-page.spec.ts' }]
  : process.env['HOST_APP'] === 'wordpress'
    ? [
        { name: 'shortcode', testMatch: 'walk.spec.ts', use: { path: '/' } },
        { name: 'block', testMatch: 'walk.spec.ts', use: { path: '/block/' } },
        { name: 'plugin', testMatch: 'wordpress.spec.ts' }
      ]
    : [{ name: 'app', testMatch: 'walk.spec.ts' }]

/** Walks one app, or the page of docs/start from which it begins: `npm run hosts` alone installs and builds them. */
export default defineConfig<object, AppOptions>({
  ...walks,
  testDir: '.',
  globalSetup: '../support/global-setup.ts',
  outputDir: '../../test-results',
  testIgnore: [],
  workers: 1,
  projects
})
