import { ensureBuilt } from './lib/build.ts'

// `npm run attack`, `faults`, `bench` and `ship` try the built product on this machine alone: all that lab/README.md
// lists for the command, or what the words behind it name.
await ensureBuilt()
await import(new URL('../lab/main.ts', import.meta.url).href)
