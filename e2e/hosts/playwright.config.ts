import { defineConfig } from '@playwright/test'
import walks from '../playwright.config.ts'

/** Walks one app: the apps are installed and built by `npm run hosts` alone. */
export default defineConfig({
  ...walks,
  testDir: '.',
  outputDir: '../../test-results',
  testMatch: 'walk.spec.ts',
  testIgnore: [],
  workers: 1
})
