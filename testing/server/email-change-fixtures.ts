import { expect } from 'vitest'
import { getToken, loginForm } from './calls.ts'
import type { TestShopUser } from './customer.ts'
import { eventually } from './eventually.ts'
import { test as mailTest } from './mail-fixtures.ts'

let addresses = 0

/** The `test` for changes of e-mail addresses that wait for a confirmation. */
export const test = mailTest
  // Each test comes from an address of its own, or one's wrong links would slow the next.
  .extend('settings', { scope: 'file' }, { publicUrl: 'https://center.example', trustProxy: ['127.0.0.1'] })
  .extend('from', () => ({ 'x-forwarded-for': `10.2.${++addresses}.1` }))
  .extend(
    'post',
    ({ server }) =>
      (headers: Record<string, string>, path: string, data: object = {}) =>
        server.save(headers, ['POST', path], data)
  )
  .extend(
    'put',
    ({ server }) =>
      (headers: Record<string, string>, data: object) =>
        server.save(headers, ['PUT', '/webshopuser'], data)
  )
  /** Returns the path of the link in the newest mail to an address, once there are that many. */
  .extend('linkTo', ({ mailServer }) => (address: string, count = 1): Promise<string> => {
    return eventually(() => {
      const mails = mailServer.arrived.filter(({ recipients }) => recipients.includes(address))
      const links = mails.flatMap(
        ({ mail }) => /^https:\/\/center\.example(\/e-mail\/[\w-]{43})$/m.exec(mail.text ?? '')?.[1] ?? []
      )
      expect(links.length).toBeGreaterThanOrEqual(count)
      return links.at(-1) ?? ''
    })
  })
  .extend('change', ({ server, put, linkTo }) => async (user: TestShopUser, newAddress: string) => {
    const answer = await put(await server.headersOf(user), { WSU_EMAIL: newAddress })
    expect([answer.code, answer.data?.['WSU_EMAIL']]).toEqual([0, user.userName])
    return { confirm: await linkTo(newAddress), stop: await linkTo(user.userName) }
  })
  .extend(
    'open',
    ({ server, from }) =>
      async (path: string, method = 'GET') =>
        fetch(server.url + path, { method, headers: from, redirect: 'manual' })
  )
  .extend('mayLogIn', ({ server, from }) => async (user: TestShopUser, userName = user.userName) => {
    return (await getToken(server.url, { ...loginForm(user), userName }, from)).status === 200
  })
  .extend('expectNoEntry', ({ open }) => async (link: string) => {
    const expected = await (await open(`/e-mail/${'A'.repeat(43)}`)).text()
    expect(expected).toContain('Dieser Link gilt nicht')
    for (const method of ['GET', 'POST']) {
      const answer = await open(link, method)
      expect([answer.status, await answer.text()]).toEqual([404, expected])
    }
  })

let numbers = 0
/** Returns an address that nobody has. */
export const newAddress = () => `neu${++numbers}@anderswo.example`
