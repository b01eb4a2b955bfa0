import { defineConfig } from '@playwright/test'
import { chromiumOptions } from '../scripts/lib/chromium.ts'

export default defineConfig<{ isForeign: boolean }>({
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  testMatch: '*.spec.ts',
  // `npm run hosts` and `npm run browsers` run them.
  testIgnore: ['**/hosts/**', '**/browsers/**'],
  outputDir: '../test-results',
  // On a busy machine everything takes longer, and a test that waits for an event costs nothing.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // A test that passes only at the second try hides a race.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Two walks leave a third of two processors idle.
  workers: 3,
  projects: [
    {},
    // The server looks like a backend of another make, for walks that read and save what those write otherwise.
    { name: 'foreign', grep: /@other-backend/, use: { isForeign: true } }
  ],
  fullyParallel: true,
  use: {
    locale: 'de-AT',
    timezoneId: 'Europe/Vienna',
    // A trace of each test takes a tenth of all the time: `--trace retain-on-failure` where a picture does not tell enough.
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions
  }
})
