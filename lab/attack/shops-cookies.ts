import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getToken, loginForm } from '../../testing/server/calls.ts'
import type { TestUser } from '../../testing/server/company.ts'
import type { Attack } from './attack.ts'

const shops = ['sued', 'nord', 'west']
const me = '/api/webshopuser/getcurrentwebshopuser'
const names = ['', ...shops].flatMap((shop) => {
  const name = shop === '' ? 'KC-SESSION' : `KC-SESSION.${shop}`
  return [name, `__Secure-${name}`, `__Host-${name}`]
})

export const shopsCookies: Attack = {
  name: "Cookies that somebody planted at one of several shops; one that counts, or that a subdomain could have set in ours' place",
  async run({ startServer, newCompany }) {
    const folder = mkdtempSync(join(tmpdir(), 'customer-center-attack-shops-'))
    const file = join(folder, 'shops.json')
    const [own, foreign] = [(await newCompany()).users.admin, (await newCompany(2)).users.admin]
    const people: Record<string, TestUser> = { sued: own, nord: foreign, west: own }
    const companies = Object.entries(people).map(([shop, { company }]) => [shop, { company }])
    writeFileSync(file, JSON.stringify({ shops: Object.fromEntries(companies) }))
    const { url, end } = await startServer({ CONFIG_FILE: file })
    let [tried, through] = [0, 0]
    try {
      const kept: Record<string, { name: string; token: string }> = {}
      for (const [shop, user] of Object.entries(people)) {
        const { headers, envelope } = await getToken(`${url}/shops/${shop}`, loginForm(user))
        const cookie = headers.getSetCookie().find((each) => each.includes('KC-SESSION')) ?? ''
        tried += 1
        if (!/^__Host-[^;]*; Path=\/; HttpOnly; Secure; SameSite=Lax$/.test(cookie)) through += 1
        kept[shop] = { name: cookie.split('=')[0] ?? '', token: envelope.responseData.access_token }
      }
      const status = async (shop: string, cookies: string[]) =>
        (await fetch(`${url}/shops/${shop}${me}`, { headers: { cookie: cookies.join('; ') } })).status
      for (const [shop, { name: right, token }] of Object.entries(kept)) {
        for (const { token: planted } of Object.values(kept)) {
          for (const name of names) {
            tried += 2
            const counts = name === right && planted === token
            if ((await status(shop, [`${name}=${planted}`])) !== (counts ? 200 : 401)) through += 1
            // No browser keeps two of the right name.
            if (name !== right && (await status(shop, [`${name}=x`, `${right}=${token}`])) !== 200) through += 1
          }
        }
      }
    } finally {
      await end()
      rmSync(folder, { recursive: true, force: true })
    }
    return { tried, through }
  }
}
