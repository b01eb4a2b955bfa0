import { expect } from 'vitest'
import { getContactAccessSchema } from '@customer-center/contract/contact-access'
import type { TestShopUser } from './customer.ts'
import { eventually } from './eventually.ts'
import { test as mailTest } from './mail-fixtures.ts'

let addresses = 0

/** The `test` for accesses of contacts, with a mail server. */
export const test = mailTest
  .extend('settings', { scope: 'file' }, { publicUrl: 'https://center.example', trustProxy: ['127.0.0.1'] })
  .extend('from', () => ({ 'x-forwarded-for': `10.3.${++addresses}.1` }))
  .extend('get', ({ server }) => async (by: TestShopUser, of: Pick<TestShopUser, 'contactId'>) => {
    return server.call(by, `/contactaccess?pvaid=${of.contactId}`)
  })
  .extend('stateOf', ({ get }) => async (by: TestShopUser, of: TestShopUser) => {
    return getContactAccessSchema.data.parse((await get(by, of)).envelope.responseData)
  })
  .extend(
    'send',
    ({ server }) =>
      async (by: TestShopUser, of: Pick<TestShopUser, 'contactId'>) =>
        server.save(by, ['POST', '/contactaccess/send'], { pvaid: of.contactId })
  )
  /** Makes a customer whose person with the right `contact` has never had a password. */
  .extend('newShopUsers', ({ newCustomer, setShopUser }) => async () => {
    const { shopUsers } = await newCustomer()
    await setShopUser(shopUsers.contact, { password_hash: null })
    return shopUsers
  })
  .extend('mailed', ({ mailServer }) => (user: TestShopUser, count = 1) => {
    return eventually(() => {
      const mails = mailServer.arrived.filter(({ recipients }) => recipients.includes(user.userName))
      expect(mails.length).toBe(count)
      return /^Passwort: (\S+)$/m.exec(mails.at(-1)?.mail.text ?? '')?.[1] ?? ''
    })
  })
