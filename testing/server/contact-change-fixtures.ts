import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import type { WireRow } from '@customer-center/contract/field-codes'
import { Right } from '@customer-center/contract/rights'
import { ndjson, test as importTest } from './import-fixtures.ts'
import { importer } from './imports.ts'
import { auditOf } from './saves.ts'
import { openSession } from './sessions.ts'

/** The ways on which a change comes in: a save, a row of the provider's program, and a file with that row. */
export const doors = ['PUT', 'row', 'import'] as const
export type Door = (typeof doors)[number]

/** The effects of a change; what is left out did not happen. */
export interface Effects {
  /**
   * `kept`: the value of somebody else stays, and the sender is told. `left out`: the row is taken without the value.
   */
  readonly answer: 'taken' | 'refused' | 'kept' | 'left out'
  /** The changed columns of person (`p`), contact (`c`) and shop user (`s`). */
  readonly columns?: Readonly<Record<string, unknown>>
  /** How often the contact's version counts, and those of the same person at other customers. */
  readonly versions?: readonly [own: number, others: number]
  /** The resource of the audit and the codes of its changes. */
  readonly audit?: string
  readonly ends?: readonly string[]
  readonly mails?: readonly string[]
}

/** A change of a contact; `{name}` stands for the contact's own name in texts. */
export interface ChangeCase {
  readonly name: string
  /** SQL after which the case begins. */
  readonly begin?: (contactId: number) => RawBuilder<unknown>
  /** Whether another customer has the person too, as the first or the second. */
  readonly shared?: 'first' | 'second'
  readonly put: WireRow
  readonly resource?: 'shop-users'
  readonly row: Readonly<Record<string, unknown>>
  readonly effects: Effects
  /** The doors that differ on purpose, with the reason. */
  readonly but?: readonly (readonly [doors: readonly Door[], effects: Effects, why: string])[]
}

const nameOf = (index: number, door: Door) => `c${index}-${door.toLowerCase()}`

/** Puts the contact's name into the texts of a case. */
const named = <Content>(content: Content, name: string): Content =>
  JSON.parse(JSON.stringify(content).replaceAll('{name}', name)) as Content

/** The `test` with a contact that has a login, a session and a passkey, for each of `cases` and each door. */
export const test = importTest
  .extend('cases', { scope: 'file' }, (): readonly ChangeCase[] => [])
  .extend('contacts', { scope: 'file' }, async ({ cases, db, own }) => {
    const run = importer(db, own.providerId)
    await db.updateTable('customers').set({ external_id: 'OWN' }).where('customer_id', '=', own.customerId).execute()
    await run('customers', [{ externalId: 'OTHER', lastName: 'Andere GmbH' }])
    const rows = cases.flatMap(({ shared }, index) =>
      doors.flatMap((door, at) => {
        const externalId = nameOf(index, door)
        const texts = { lastName: 'Huber', place: 'Wien', salutation: 1, eMailAddress: `${externalId}@firma.example` }
        const person = { ...texts, ...(shared && { personNo: 500_000 + 10 * index + at }) }
        const mine = { externalId, customer: 'OWN', ...person }
        const others = { externalId: `${externalId}-other`, customer: 'OTHER', ...person }
        if (!shared) return [mine]
        return shared === 'first' ? [mine, others] : [others, mine]
      })
    )
    expect((await run('contacts', rows)).refused).toEqual([])
    const users = rows.map(({ externalId, eMailAddress }) => ({
      contact: externalId,
      emailAddress: eMailAddress,
      rights: Right.shopfull
    }))
    expect((await run('shop-users', users)).refused).toEqual([])
    await db.updateTable('shop_users').set({ password_hash: 'chosen' }).where('password_hash', 'is', null).execute()
    await sql`
      insert into passkeys (provider_id, contact_id, credential_id, public_key, counter, transports, name)
      select provider_id, contact_id, contact_id::text, '', 0, '{}', 'Telefon' from contacts where external_id like 'c%'`.execute(
      db
    )
    const found = await db
      .selectFrom('contacts')
      .select(['external_id', 'contact_id'])
      .where('customer_id', '=', own.customerId)
      .execute()
    return new Map(found.map(({ external_id, contact_id }) => [external_id, contact_id]))
  })
  /** Sends a change through a door. */
  .extend('send', { scope: 'file' }, ({ ask, server, own }) => {
    const answerOf = (isRefused: boolean, isKept: boolean, isLeftOut: boolean): Effects['answer'] => {
      if (isRefused) return 'refused'
      if (isKept) return 'kept'
      return isLeftOut ? 'left out' : 'taken'
    }
    return async (door: Door, { put, row, resource }: ChangeCase, name: string, contactId: number) => {
      if (door === 'PUT') {
        const sent = { [contactFields.pvaid.code]: contactId, ...put }
        const { code } = await server.save(own.shopUsers.admin, ['PUT', '/contact'], sent)
        return answerOf(code !== 0, false, false)
      }
      const path = resource ?? 'contacts'
      if (door === 'row') {
        const body = JSON.stringify(row)
        const { status, json } = await ask(`/${path}/${name}`, { method: 'PUT', type: 'application/json', body })
        return answerOf(status !== 200, (json['conflicts'] as unknown[] | undefined)?.length === 1, false)
      }
      const file = ndjson({ [resource ? 'contact' : 'externalId']: name, ...row })
      const { json } = await ask(`/imports/${path}`, { method: 'POST', body: file })
      return answerOf(json['refused'] === 1, json['conflicts'] === 1, json['refusedFields'] === 1)
    }
  })
  /** Reads the contact's rows, and what a change may leave behind or end. */
  .extend('read', { scope: 'file' }, ({ db, own }) => async (contactId: number) => {
    const { rows } = await sql<{
      columns: Record<string, unknown>
      version: number
      others: number
      mails: string[]
      left: string[]
    }>`
      select (select json_object_agg(alias || '.' || key, value) from (
                select 'p' as alias, * from json_each(to_json(p)) union all select 'c', * from json_each(to_json(c))
                union all select 's', * from json_each(to_json(s))) each
              where key not in ('version', 'set_by')) as columns,
             c.version, (select coalesce(sum(o.version), 0)::int from contacts o
                         where o.person_id = c.person_id and o.contact_id <> c.contact_id) as others,
             (select coalesce(json_agg(kind order by kind), '[]') from jobs
              where data->'contactId' = to_jsonb(c.contact_id) or data->'person' @> to_jsonb(c.contact_id)) as mails,
             array_remove(array[
               (select 'session' from sessions where contact_id = c.contact_id and revoked_at is null),
               (select 'passkey' from passkeys where contact_id = c.contact_id),
               (select 'e-mail change' from email_changes where contact_id = c.contact_id)], null) as left
      from contacts c join persons p on p.provider_id = c.provider_id and p.person_id = c.person_id
      join shop_users s on s.provider_id = c.provider_id and s.contact_id = c.contact_id
      where c.provider_id = ${own.providerId} and c.contact_id = ${contactId}`.execute(db)
    if (!rows[0]) throw new Error(`There is no contact ${contactId}.`)
    const entries = (await auditOf(db, own)).filter(({ key }) => key['contactId'] === contactId)
    const audit = entries.map(({ resource, changes }) => [resource, ...Object.keys(changes).toSorted()].join(' '))
    return { ...rows[0], audit }
  })
  /** Sends a case's change through a door. @returns its effects */
  .extend(
    'effectsOf',
    { scope: 'file' },
    ({ cases, contacts, db, own, read, send }) =>
      async (index: number, door: Door): Promise<{ effects: Effects; expected: Effects; why: string }> => {
        const name = nameOf(index, door)
        const contactId = contacts.get(name) ?? 0
        const change = cases[index]!
        await openSession(db, { ...own.shopUsers.admin, contactId })
        await sql`
          insert into email_changes (provider_id, contact_id, change_id, old_address, new_address)
          values (${own.providerId}, ${contactId}, gen_random_uuid(), 'alt@firma.example', 'wartet@firma.example')`.execute(
          db
        )
        await change.begin?.(contactId).execute(db)
        await db.deleteFrom('mail_limits').execute()
        const before = await read(contactId)
        const answer = await send(
          door,
          { ...change, ...named({ put: change.put, row: change.row }, name) },
          name,
          contactId
        )
        const after = await read(contactId)
        const columns = Object.entries(after.columns).filter(([column, value]) => value !== before.columns[column])
        const versions = [after.version - before.version, after.others - before.others] as const
        const audit = after.audit.slice(before.audit.length)
        const ends = before.left.filter((one) => !after.left.includes(one))
        const effects = {
          answer,
          ...(columns.length > 0 && { columns: Object.fromEntries(columns) }),
          ...(versions.some((count) => count > 0) && { versions }),
          ...(audit.length > 0 && { audit: audit.join(', ') }),
          ...(ends.length > 0 && { ends }),
          ...(after.mails.length > before.mails.length && { mails: after.mails })
        }
        const differing = change.but?.find(([some]) => some.includes(door))
        const [, expected, why] = differing ?? [[], change.effects, 'as through all doors']
        return { effects, expected: named(expected, name), why }
      }
  )
