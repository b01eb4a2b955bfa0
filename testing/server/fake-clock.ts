import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The library that shows programs another time, where it is installed. */
export const clockLibrary = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file))

/** The clock of programs that are started with its variables. */
export interface FakeClock {
  readonly env: Readonly<Record<string, string>>
  /** Sets it so many days ahead; programs see it within two seconds. */
  readonly setAhead: (days: number) => Promise<void>
  readonly remove: () => Promise<void>
}

export async function createFakeClock(): Promise<FakeClock> {
  const folder = await mkdtemp(join(tmpdir(), 'customer-center-clock-'))
  // PostgreSQL reads it as another user.
  await chmod(folder, 0o755)
  const file = join(folder, 'offset')
  const setAhead = (days: number) => writeFile(file, `+${days}d`)
  await setAhead(0)
  const env = {
    LD_PRELOAD: clockLibrary ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Timers go on as they do: no kernel moves the clock that they use.
    FAKETIME_DONT_FAKE_MONOTONIC: '1'
  }
  return { env, setAhead, remove: () => rm(folder, { recursive: true }) }
}
