import { expect } from 'vitest'
import { newSerialNumber } from '../../confirmations/verification/serial-number.ts'
import { registerLetter } from '../../confirmations/verification/issued-letter.repository.ts'
import type { ParticipationContent } from '../../confirmations/letter/letter-content.ts'
import { commandContext } from '../../testing/command-context.ts'
import { participation } from '../../testing/confirmations.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { openOffice } from '../../testing/office.ts'
import { commands } from './office.command.ts'

const test = serverTest
  .extend('office', { scope: 'file' }, openOffice)
  .extend('issue', { scope: 'file' }, async ({ db, own }) => {
    await db.insertInto('signing_keys').values({ key_id: 'k', public_key: 'x' }).execute()
    return async (changes: Partial<ParticipationContent> = {}) => {
      const serialNumber = newSerialNumber()
      const content = { ...participation, ...changes }
      const letter = { serialNumber, kind: 'participation', keyId: 'k', content, sha256: 'a'.repeat(64) } as const
      const { company, id, pvaid } = own.users.contact
      await registerLetter(db, { provider: company, customer: id, contact: pvaid }, letter)
      return serialNumber.replace(/.{4}(?=.)/g, '$&-')
    }
  })

test('the office lists the letters of a person page by page, each with its state and what replaces it, and revokes one', async ({
  db,
  office: { ask, personKey },
  issue
}) => {
  const first = await issue()
  const other = await issue({ event: 'Etwas anderes' })
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
  expect(page.json).toEqual({ 'issued-letters': letters.slice(0, 2), cursor: other.replaceAll('-', ''), hasMore: true })
  const rest = await ask(`/issued-letters?contact=${personKey}&limit=2&after=${other.replaceAll('-', '')}`)
  expect(rest.json).toEqual({ 'issued-letters': letters.slice(2), cursor: first.replaceAll('-', ''), hasMore: false })
  const [list] = commands
  const { rows } = await list!.run(db, { name: personKey, company: null }, commandContext)
  expect(rows).toEqual(letters)
})

test('letters of another provider’s company are neither listed nor revoked', async ({
  office: { ask, personKey, keyOfTwin },
  issue
}) => {
  const number = await issue()
  for (const answer of [
    await ask('/revocations', { number, reason: 'Fremd' }, keyOfTwin),
    await ask(`/issued-letters?contact=${personKey}`, undefined, keyOfTwin),
    await ask('/revocations', { number: '7K3M9QXR2BVR', reason: 'Unbekannt' }),
    await ask('/issued-letters?contact=nobody')
  ])
    expect(answer.status).toBe(404)
})
