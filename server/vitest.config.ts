import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The condition makes tests run the contract's sources, so that they need no build first.
  resolve: { conditions: ['contract-source'] },
  ssr: { resolve: { conditions: ['contract-source'], externalConditions: ['contract-source'] } },
  test: {
    include: ['src/**/*.test.ts', '../contract/src/**/*.test.ts'],
    globalSetup: 'src/testing/global-setup.ts',
    testTimeout: 10_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2
  }
})
