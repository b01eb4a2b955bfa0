import { defineConfig } from 'vitest/config'
import { SlowFirst } from './src/testing/slow-first.ts'

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
    // A file of its own cost a process, 1 s of imports and 2.5 s for its embedded database; now the second file finds all of it.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    maxWorkers: 2
  }
})
