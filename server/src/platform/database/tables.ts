import type { DocumentTables } from './tables/documents.ts'
import type { EventTables } from './tables/events.ts'
import type { IssuedLetterTables } from './tables/issued-letters.ts'
import type { PasswordMailTables } from './tables/password-mails.ts'
import type { PeopleTables } from './tables/people.ts'
import type { ServerFunctionTables } from './tables/server-functions.ts'
import type { SessionTables } from './tables/sessions.ts'
import type { WriteTables } from './tables/writes.ts'

/** What Kysely knows of the schema; migrations/ is what made it. */
export interface Tables
  extends
    PeopleTables,
    EventTables,
    DocumentTables,
    SessionTables,
    WriteTables,
    PasswordMailTables,
    IssuedLetterTables,
    ServerFunctionTables {}
