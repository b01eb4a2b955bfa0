import { getToken, logIn } from '../../server/src/testing/calls.ts'
import type { Attack } from './attack.ts'

export const sessions: Attack = {
  name: 'Tokens that were altered, ended, renewed twice or used for what they are not; one that is taken',
  async run({ url, newCompany }) {
    const { users } = await newCompany()
    let [tried, through] = [0, 0]
    const opens = async (authorization: string): Promise<void> => {
      tried += 1
      const { status } = await fetch(`${url}/api/webshopuser`, { headers: { authorization } })
      if (status !== 401) through += 1
    }
    const renews = async (refreshToken: string): Promise<void> => {
      tried += 1
      if ((await getToken(url, { refreshToken })).status === 200) through += 1
    }

    const living = await logIn(url, users.contact)
    for (const [index, letter] of Array.from(living.access_token).entries()) {
      const other = letter === 'A' ? 'B' : 'A'
      await opens(living.access_token.slice(0, index) + other + living.access_token.slice(index + 1))
      await opens(living.access_token.slice(0, index))
      await renews(living.refresh_token.slice(0, index))
    }
    await opens(living.refresh_token)
    await renews(living.access_token)

    for (let round = 0; round < 20; round += 1) {
      const ended = await logIn(url, users.admin)
      const init = { method: 'POST', headers: { authorization: ended.access_token } }
      await fetch(`${url}/api/revokeToken`, init)
      await opens(ended.access_token)
      await renews(ended.refresh_token)

      const renewed = await logIn(url, users.shoplight)
      await getToken(url, { refreshToken: renewed.refresh_token })
      await opens(renewed.access_token)
    }
    return { tried, through }
  }
}
