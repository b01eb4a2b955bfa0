import type { DocumentTables } from './tables/documents.ts'
import type { EventTables } from './tables/events.ts'
import type { ImportTables } from './tables/imports.ts'
import type { LetterTables } from './tables/letters.ts'
import type { PeopleTables } from './tables/people.ts'
import type { ProviderKeyTables } from './tables/provider-keys.ts'
import type { SessionTables } from './tables/sessions.ts'
import type { WebhookTables } from './tables/webhooks.ts'

/** What Kysely knows of the schema; migrations/ is what made it. */
export interface Tables
  extends
    PeopleTables,
    EventTables,
    DocumentTables,
    SessionTables,
    LetterTables,
    ImportTables,
    ProviderKeyTables,
    WebhookTables {}
