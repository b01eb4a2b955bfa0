import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import { Right } from '@customer-center/contract/rights'
import { test as mailTest } from '../../../testing/server/mail-fixtures.ts'
import { addRows, changeRows } from '../../../testing/server/rows.ts'
import type { Saved } from '../../../testing/server/saves.ts'
import { queuePasswordMail } from '../people/mail/password-mail/password-mail.ts'

const hashOf = (...key: (string | number)[]) => createHash('sha256').update(key.join('\n')).digest()

const test = mailTest.extend('add', ({ server, newCustomer }) => async () => {
  const { shopUsers, providerId, customerId } = await newCustomer()
  let last = 0
  return {
    users: shopUsers,
    providerId,
    id: customerId,
    add: (address = `neu${++last}@firma.example`) =>
      server.save(shopUsers.admin, ['POST', '/contact'], {
        ASP_ANREDE: 1,
        ASP_NACHNAME: 'Neuling',
        ASP_SHOPEMAIL: address,
        ASP_SHOPRECHTE: Right.contact
      })
  }
})

test.for([
  ['Anna', 'https://evil.example/x'],
  ['www.evil.example', 'Huber'],
  ['Gewinn evil-shop.at', 'Huber'],
  ['Anna', 'evil．example'],
  ['anna@evil.example', 'Huber']
])('the name %s %s, like a link, is in no mail', async ([first_name, last_name], { db, mailServer, newcomer }) => {
  const user = await newcomer()
  await changeRows(db, 'persons', { person_id: user.personId }, { first_name, last_name })
  const arriving = mailServer.mail(mailServer.arrived.length + 1)
  await db.transaction().execute((trx) => queuePasswordMail(trx, user))
  const { text = '', html = '' } = (await arriving).mail
  expect(text).toMatch(/^Guten Tag,$/m)
  for (const part of [text, html]) expect(part).not.toMatch(/evil|Huber/)
})

test('a title is no link, and stays', async ({ db, mailServer, newcomer }) => {
  const user = await newcomer()
  const name = { title: 'Dr.med.', first_name: 'J.R.', last_name: "O'Brien-Mayr", post_nominal_title: 'M.Sc.' }
  await changeRows(db, 'persons', { person_id: user.personId }, name)
  const arriving = mailServer.mail(mailServer.arrived.length + 1)
  await db.transaction().execute((trx) => queuePasswordMail(trx, user))
  expect((await arriving).mail.text).toContain("Guten Tag Dr. med. J. R. O'Brien-Mayr M. Sc.,")
})

test('a change of an address is no access, and counts nowhere', async ({ server, add: prepare, db }) => {
  const { users, providerId, id } = await prepare()
  const used_until = new Date(Date.now() + 7 * 86_400_000)
  for (const key of [...Object.values(users).map(({ contactId }) => ['by', contactId] as const), ['of', id] as const]) {
    const key_hash = hashOf(`login-mail-${key[0]}`, providerId, key[1])
    await addRows(db, 'mail_limits', { key_hash, used_until })
  }
  const { admin, contact } = users
  const ofOther = { ASP_PVAID: contact.contactId, ASP_SHOPEMAIL: 'anders@firma.example' }
  await server.mustSave(admin, ['PUT', '/contact'], ofOther)
  const own = { WSU_EMAIL: 'eigene@firma.example' }
  await server.mustSave(admin, ['PUT', '/webshopuser'], own)
})

test('a hundred contacts get an access at once, and a day has its limits', async ({ add: prepare, db }) => {
  for (const [kind, atOnce, perDay] of [
    ['by', 150, 200],
    ['of', 225, 300]
  ] as const) {
    const { users, providerId, id, add } = await prepare()
    const key_hash = hashOf(`login-mail-${kind}`, providerId, kind === 'by' ? users.admin.contactId : id)
    const oneTurn = 86_400_000 / (perDay - atOnce)
    const useTurns = (count: number) => {
      const used = { used_until: new Date(Date.now() + count * oneTurn - 60_000) }
      const row = db.insertInto('mail_limits').values({ key_hash, ...used })
      return row.onConflict((conflict) => conflict.column('key_hash').doUpdateSet(used)).execute()
    }
    await useTurns(atOnce - 1)
    expect((await add()).code).toBe(0)
    const contacts = () => db.selectFrom('contacts').select('contact_id').where('customer_id', '=', id).execute()
    const before = await contacts()
    expect(await add()).toMatchObject({ status: 429, errors: [expect.stringContaining('morgen')] })
    expect(await contacts()).toEqual(before)
    await useTurns(atOnce - 1)
    expect((await add()).code).toBe(0)
  }
})

test('one address gets six such mails at once, at however many customers', async ({ add: prepare }) => {
  const answers: Saved[] = []
  for (let turn = 0; turn < 7; turn += 1)
    answers.push(await (await prepare()).add(turn % 2 ? 'opfer@ziel.example' : 'Opfer@Ziel.example'))
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
  expect(answers.map(({ code }) => code)).toEqual([...Array(6).fill(0), BusinessError.notAvailable])
  expect(answers.at(-1)?.errors).toEqual([
    expect.stringMatching(/^An diese E-Mail-Adresse wurden heute schon mehrmals/)
  ])
})
