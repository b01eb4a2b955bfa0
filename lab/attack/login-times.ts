import { getToken, loginForm } from '../../testing/server/calls.ts'
import { type TestShopUser, testPassword } from '../../testing/server/customer.ts'
import type { Attack, Target } from './target.ts'

const tries = 40
const salt = 'c2FsdHNhbHRzYWx0c2FsdA'
const hash = 'QWxsIG9mIHRoZXNlIGFyZSBoYXNoZXMgb2Ygbm8gb24'
const bcrypt = (cost: string) => `$2y$${cost}$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a`

/** Adds one account of each kind, whose password is wrong, unknown or of no use. */
async function accountsOf({ database: { db }, newCustomer }: Target): Promise<Record<string, TestShopUser>> {
  const hashes: Record<string, string | null> = {
    'argon2id of ours': null,
    'no password': null,
    argon2i: `$argon2i$v=19$m=65536,t=3,p=1$${salt}$${hash}`,
    'bcrypt of cost 6': bcrypt('06'),
    'bcrypt of cost 10': bcrypt('10'),
    'bcrypt of cost 12': bcrypt('12'),
    scrypt: `$scrypt$ln=14,r=8,p=1$${salt}$${hash}`,
    PBKDF2: `$pbkdf2-sha256$i=29000,l=32$${salt}$${hash}`
  }
  const accounts: Record<string, TestShopUser> = {}
  for (const [kind, password_hash] of Object.entries(hashes)) {
    const { admin } = (await newCustomer()).shopUsers
    accounts[kind] = admin
    if (kind === 'argon2id of ours') continue
    await db.updateTable('shop_users').set({ password_hash }).where('contact_id', '=', admin.contactId).execute()
  }
  const { admin: inactive } = (await newCustomer()).shopUsers
  await db.updateTable('contacts').set({ active: false }).where('contact_id', '=', inactive.contactId).execute()
  const nobody = { ...inactive, userName: 'nobody@nowhere.example' }
  return {
    ...accounts,
    inactive,
    'unknown name': nobody,
    'unknown customer': { ...nobody, customerNumber: 'K-nobody' }
  }
}

export const timeByKindOfHash: Attack = {
  name: `Failed logins of ${tries} of each kind of account and hash, in turn; a kind whose median differs from the least by a third`,
  async run(target) {
    const accounts = Object.entries(await accountsOf(target))
    const times = new Map<string, number[]>(accounts.map(([kind]) => [kind, []]))
    // The first turn is a new process's, which measures its waiting time; each try has an address of its own, so that
    // none has to wait.
    for (let turn = 0; turn <= tries; turn += 1) {
      for (const [index, [kind, user]] of accounts.entries()) {
        const start = performance.now()
        const password = kind === 'inactive' ? testPassword : 'falsch'
        const address = `10.7.${turn}.${index + 1}`
        const { status } = await getToken(target.url, loginForm(user, password), { 'x-forwarded-for': address })
        if (status !== 401) throw new Error(`A failed login of ${kind} is answered ${status}.`)
        if (turn > 0) times.get(kind)?.push(performance.now() - start)
      }
    }
    const medians = Array.from(
      times,
      ([kind, all]) => [kind, all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0] as const
    )
    console.log(medians.map(([kind, ms]) => `${kind}: ${ms.toFixed(0)} ms`).join(', '))
    const least = Math.min(...medians.map(([, ms]) => ms))
    return { tried: tries * accounts.length, broken: medians.filter(([, ms]) => ms > (least * 4) / 3).length }
  }
}
