import { defineConfig } from '@playwright/test'
import walks from '../playwright.config.ts'
import type { AppOptions } from './test.ts'

const projects =
  process.env['HOST_APP'] === 'wordpress'
    ? [
        { name: 'shortcode', testMatch: 'walk.spec.ts', use: { path: '/' } },
        { name: 'block', testMatch: 'walk.spec.ts', use: { path: '/block/' } },
        { name: 'plugin', testMatch: 'wordpress.spec.ts' }
      ]
    : [{ name: 'app', testMatch: 'walk.spec.ts' }]

/** Walks one app: the apps are installed and built by `npm run hosts` alone. */
export default defineConfig<object, AppOptions>({
  ...walks,
  testDir: '.',
  outputDir: '../../test-results',
  testIgnore: [],
  workers: 1,
  projects
})
