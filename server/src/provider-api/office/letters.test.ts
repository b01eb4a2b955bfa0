import { sql } from 'kysely'
import { expect } from 'vitest'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { participation } from '../../../../testing/server/confirmations.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { importer } from '../../../../testing/server/imports.ts'
import { openOffice } from '../../../../testing/server/office.ts'
import { addRows, readRow } from '../../../../testing/server/rows.ts'
import { contentOf } from '../../../../testing/server/saves.ts'
import type { ParticipationContent } from '../../confirmations/letter/letter-content.ts'
import { registerLetter } from '../../confirmations/verification/issued-letter.repository.ts'
import { revokeLetterCommand } from '../../confirmations/verification/letter.command.ts'
import {
  formatSerialNumber,
  newSerialNumber,
  parseSerialNumber
} from '../../confirmations/verification/serial-number.ts'
import { queuePasswordMail } from '../../people/mail/password-mail/password-mail.ts'
import { personListCommands } from './office.command.ts'

const test = serverTest
  .extend('office', { scope: 'file' }, openOffice)
  .extend('issue', { scope: 'file' }, async ({ db, own }) => {
    await addRows(db, 'signing_keys', { key_id: 'k', public_key: 'x' })
    return async (changes: Partial<ParticipationContent> = {}) => {
      const serialNumber = newSerialNumber()
      const content = { ...participation, ...changes }
      const letter = { serialNumber, kind: 'participation', keyId: 'k', content, sha256: 'a'.repeat(64) } as const
      const { providerId, customerId, contactId } = own.shopUsers.contact
      await registerLetter(db, { providerId, customerId, contactId }, letter)
      return serialNumber.replace(/.{4}(?=.)/g, '$&-')
    }
  })

test('the office lists the letters of a person, and revokes one', async ({ db, office: { ask, personKey }, issue }) => {
  // Letters of one millisecond have no order.
  const age = () => sql`update issued_letters set issued_at = issued_at - interval '1 second'`.execute(db)
  const first = await issue()
  await age()
  const other = await issue({ event: 'Etwas anderes' })
  await age()
  const revoke = () => ask('/revocations', { number: first.toLowerCase(), reason: 'Falscher Name' })
  const revocation = await revoke()
  expect(revocation).toMatchObject({ status: 200, json: { wasRevoked: false } })
  const second = await issue()
  expect(await ask('/revocations', { number: first, reason: 'Noch einmal' })).toMatchObject({
    status: 200,
    json: { ...revocation.json, wasRevoked: true }
  })
  const valid = { state: 'valid', revokedAt: null, reason: null, replacedBy: null, event: participation.event }
  const letters = [
    { ...valid, number: second },
    { ...valid, number: other, event: 'Etwas anderes' },
    { ...valid, ...revocation.json, number: first, state: 'revoked', reason: 'Falscher Name', replacedBy: second }
  ].map(({ wasRevoked: _wasRevoked, ...letter }: Record<string, unknown>) => expect.objectContaining(letter) as unknown)
  const page = await ask(`/issued-letters?contact=${personKey}&limit=2`)
  expect(page.json).toEqual({ 'issued-letters': letters.slice(0, 2), cursor: expect.any(String), hasMore: true })
  const rest = await ask(`/issued-letters?contact=${personKey}&limit=2&after=${String(page.json['cursor'])}`)
  expect(rest.json).toEqual({ 'issued-letters': letters.slice(2), cursor: expect.any(String), hasMore: false })
  const [list] = personListCommands
  const { rows } = await list!.run(db, { name: personKey, providerId: null }, commandContext)
  expect(rows).toEqual(letters)
})

test('a person of another provider’s company is as unknown as nobody: no answer has anything of it, and nothing is done', async ({
  db,
  server,
  own: { providerId, shopUsers },
  office: { ask, personKey, keyOfTwin },
  issue
}) => {
  const { contact } = shopUsers
  const number = await issue()
  await getToken(server.url, loginForm(contact))
  await queuePasswordMail(db, contact)
  const stored = async () => [
    await contentOf(db),
    await sql`select id::text, data::text from jobs union all select number, withdrawn_at::text from issued_letters order by 1`.execute(
      db
    )
  ]
  const before = await stored()
  const answersOf = async (person: string, letter: string, key?: string) => {
    const answers = [
      ...['issued-letters', 'mails', 'logins'].map((list) => ask(`/${list}?contact=${person}`, undefined, key)),
      ask('/reset-mails', { contact: person }, key),
      ask('/revocations', { number: letter, reason: 'Fremd' }, key)
    ]
    return (await Promise.all(answers)).map(({ status, json }) => [status, JSON.stringify(json).replaceAll(person, '')])
  }
  const nobody = await answersOf('nobody', '7K3M9QXR2BVR')
  expect(nobody.map(([status]) => status)).toEqual([404, 404, 404, 404, 404])
  for (const name of [personKey, `${providerId}/${contact.contactId}`])
    expect(await answersOf(name, number, keyOfTwin)).toEqual(
      nobody.map(([, text]) => [404, text?.toString().replaceAll('nobody', '')])
    )
  expect(await stored()).toEqual(before)
})

test('a revocation is a security event, and a second one none', async ({ db, server, office: { ask }, issue }) => {
  const events = () =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes('"letter-revoked"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const before = events().length
  const letter = await issue()
  for (const reason of ['Falscher Name', 'Noch einmal'])
    await ask('/revocations', { number: letter.toLowerCase().replaceAll('-', ''), reason })
  expect(events().slice(before)).toEqual([
    expect.objectContaining({ msg: 'security event', event: 'letter-revoked', letter, key: expect.any(Number) })
  ])
  expect(server.log()).not.toContain('Falscher Name')

  const input = { number: parseSerialNumber(await issue()) ?? '', reason: 'Falscher Name' }
  const revoke = async () =>
    revokeLetterCommand.eventOf?.(input, await revokeLetterCommand.run(db, input, commandContext))
  expect(await revoke()).toEqual({ event: 'letter-revoked', letter: formatSerialNumber(input.number) })
  expect(await revoke()).toBeUndefined()
})

test('the office lists also the letters that a person got at a former customer', async ({
  db,
  foreign,
  issue,
  office: { ask, personKey },
  own
}) => {
  const number = await issue()
  const { providerId, contactId } = own.shopUsers.contact
  const { external_id: externalId } = await readRow(db, 'contacts', { provider_id: providerId, contact_id: contactId })
  const row = { externalId, customer: foreign.customerNumber }
  expect((await importer(db, own.providerId)('contacts', [row])).refused).toEqual([])
  const { json } = await ask(`/issued-letters?contact=${personKey}`)
  expect(json['issued-letters']).toContainEqual(expect.objectContaining({ number, state: 'valid' }))
})
