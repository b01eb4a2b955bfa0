import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** The token of an address for calendars, to show it again. `docs/decisions/0114-readable-calendar-addresses.md` */
export const up = inOrder(
  sql`alter table calendar_feeds add column token text`,
  sql`comment on column calendar_feeds.token is 'It counts if token_hash is its hash: the previous version writes only the hash.'`
)
