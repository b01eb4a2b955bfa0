import { everyRight, type RightName } from '@customer-center/contract/rights'
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../platform/database/connection.ts'
import { startApp, type TestApp } from './app.ts'
import { authorized } from './calls.ts'
import { addCompany, type TestCompany } from './company.ts'

/** Two companies, and somebody logged in for each right of the first one. */
export interface RightsOfAll {
  readonly database: Database
  readonly server: TestApp
  readonly own: TestCompany
  readonly foreign: TestCompany
  readonly headersOf: Readonly<Record<RightName, Record<string, string>>>
}

/** For a test of every right and every field: all of it stands from before the first test of the block until after its last. */
export function rightsOfAll(open: () => Promise<Database>): RightsOfAll {
  const parts = {} as { -readonly [Name in keyof RightsOfAll]: RightsOfAll[Name] }
  beforeAll(async () => {
    parts.database = await open()
    parts.server = await startApp(parts.database)
    parts.own = await addCompany(parts.database.db, 100)
    parts.foreign = await addCompany(parts.database.db, 200)
    const sessions = everyRight.map(async (right) => [
      right,
      await authorized(parts.server.url, parts.own.users[right])
    ])
    parts.headersOf = Object.fromEntries(await Promise.all(sessions)) as RightsOfAll['headersOf']
  })
  afterAll(async () => {
    await parts.server.close()
    await parts.database.close()
  })
  return parts
}
