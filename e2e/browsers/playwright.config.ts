import { defineConfig } from '@playwright/test'
import type { EngineOptions } from './test.ts'

/** Playwright's own Firefox and WebKit are patched builds that no customer has; here it only runs the tests. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/browsers',
  // A browser that starts on a busy machine takes its time, and a test that waits for an event costs nothing.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  workers: 1,
  projects: [
    { name: 'firefox', testIgnore: 'iphone.spec.ts', use: { engine: 'firefox' } },
    { name: 'webkit', testIgnore: 'iphone.spec.ts', use: { engine: 'webkit' } },
    { name: 'iphone', testMatch: 'iphone.spec.ts', use: { engine: 'iphone' } }
  ]
})
