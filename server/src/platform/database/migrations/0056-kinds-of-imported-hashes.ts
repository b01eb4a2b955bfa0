import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

/** Each failed login asks for one hash of each kind: in the order of their letters those of a kind stand beside each other. */
export const up = inOrder(
  sql`
    create index shop_users_imported_hashes on shop_users (password_hash collate "C")
    where password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'`,
  sql`drop index shop_users_imported_hash`
)
