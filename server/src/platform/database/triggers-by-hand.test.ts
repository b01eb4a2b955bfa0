import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'

describe('the triggers of the tables', () => {
  test('do their work for an operator whose session has another search path', async ({ db, own }) => {
    const { customerId, providerId } = own
    const { contactId } = own.shopUsers.shopfull
    const place = { name: 'Filiale', street: 'Ring 1', plz: '1010', place: 'Wien' }
    const address = { provider_id: providerId, customer_id: customerId, no: 4711, ...place }
    await db.insertInto('invoice_addresses').values(address).execute()
    const feed = { provider_id: providerId, contact_id: contactId, token: '', token_hash: Buffer.alloc(32) }
    await db.insertInto('calendar_feeds').values(feed).execute()
    await db.transaction().execute(async (trx) => {
      await sql`set local search_path = ''`.execute(trx)
      await sql`delete from public.invoice_addresses where customer_id = ${customerId} and no = 4711`.execute(trx)
      await sql`update public.shop_users set email_address = 'other@firma.example' where contact_id = ${contactId}`.execute(
        trx
      )
    })
    const noted = await db.selectFrom('removed_numbers').select('highest').where('within', '=', customerId).execute()
    expect(noted).toEqual([{ highest: 4711 }])
    expect(
      await db.selectFrom('calendar_feeds').select('contact_id').where('contact_id', '=', contactId).execute()
    ).toEqual([])
  })

  test('are functions that name the schema of their tables', async ({ db }) => {
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc
      where prorettype = 'trigger'::regtype and pronamespace = 'public'::regnamespace
        and not coalesce(array_to_string(proconfig, ' '), '') like '%search_path=public%'`.execute(db)
    expect(rows).toEqual([])
  })
})
