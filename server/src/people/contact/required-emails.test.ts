import { expect } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import { isEmailRequired } from '@customer-center/contract/contact-rules'
import { BusinessError } from '@customer-center/contract/envelope'
import { Right } from '@customer-center/contract/rights'
import { startApp } from '../../testing/app.ts'
import { test } from '../../testing/contact-fixtures.ts'
import { save } from '../../testing/saves.ts'
import { seedRows } from '../../testing/seed.ts'

const emails = ['shopEmail', 'eMailAddress'] as const
const [login, personal] = emails.map((name) => contactFields[name].code) as [string, string]

const cases = [[login], [personal], [login, personal]].flatMap((empty) =>
  (['none', 'contact'] as const).map((right) => ({ empty, right }))
)

test.for([
  { provider: 10, required: [] },
  { provider: 11, required: [login] },
  { provider: 12, required: [personal] }
])(
  'the server asks for each of two addresses by the rule of the form, where the list requires $required',
  async ({ provider, required }, { db, newCompany, saves, server, database }) => {
    const extended = await startApp(database, { config: { extendedWebshopRights: true } })
    try {
      const { users } = await newCompany(provider)
      const headers = await saves.sessionOf(users.admin)
      const field = (code: string) => ({ required: required.includes(code) })
      await seedRows(db, provider).addFields('contact', { [login]: field(login), [personal]: field(personal) })
      for (const { url } of [server, extended]) {
        for (const { empty, right } of cases) {
          const { pvaid, userName } = users[right]
          const put = (data: Record<string, string | null>) =>
            save(url, headers, ['PUT', '/contact'], { ASP_PVAID: pvaid, ...data })
          // Equal addresses would be emptied together.
          const filled = { [login]: userName, [personal]: `privat-${userName}` }
          expect((await put(filled)).code).toBe(0)
          const { code } = await put({ ...filled, ...Object.fromEntries(empty.map((one) => [one, null])) })
          const extendedWebshopRights = url === extended.url
          const isRefused = empty.some((one) =>
            isEmailRequired({
              configured: required.includes(one),
              isLogin: one === login,
              right,
              extendedWebshopRights
            })
          )
          expect({ empty, right, extendedWebshopRights, code }).toMatchObject({
            code: isRefused ? BusinessError.requiredFieldMissing : 0
          })
        }
      }
    } finally {
      await extended.close()
    }
  }
)

test('a right can be taken away and given back where a required address was never there', async ({
  db,
  newCompany,
  saves,
  server
}) => {
  const { users } = await newCompany(13)
  const headers = await saves.sessionOf(users.admin)
  const put = (data: Record<string, string | number | boolean | null>) =>
    save(server.url, headers, ['PUT', '/contact'], { ASP_PVAID: users.contact.pvaid, ...data })
  expect((await put({ [personal]: null })).code).toBe(0)
  await seedRows(db, 13).addFields('contact', { [personal]: { required: true } })

  expect((await put({ ASP_AKTIV: false, ASP_SHOPRECHTE: Right.none })).code).toBe(0)
  expect((await put({ ASP_AKTIV: true, ASP_SHOPRECHTE: Right.contact })).code).toBe(0)
})
