import { hash as argon2Hash } from '@node-rs/argon2'
import { describe, expect } from 'vitest'
import { getToken, loginForm } from '../../../../testing/server/calls.ts'
import { type TestShopUser, testPassword } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { addRows, changeRows } from '../../../../testing/server/rows.ts'
import { whyNoPasswordHash } from '../password/password-hash.ts'

const own = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/
/** Examples from the documentation of PHP, crypt_blowfish and passlib; Python's hashlib computed those of PBKDF2. */
const published = {
  'bcrypt of PHP': ['rasmuslerdorf', '$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a'],
  'bcrypt of crypt_blowfish': ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  'PBKDF2 with SHA-1 as passlib writes it': ['password', '$pbkdf2$1000$....c2FsdCBvZiBpdA$8V0bXSr/aBFSsrysHGVemLPSKPk'],
  'PBKDF2 with SHA-256 as PHC': [
    'password',
    '$pbkdf2-sha256$i=6400,l=32$0ZrzXitFSGltTQnBWOsdgw$dpRk2cs9bbVWGPZtJPW+hHedt1Di4ACf95sOojEMEr8'
  ],
  'PBKDF2 with SHA-512': [
    'password',
    '$pbkdf2-sha512$1000$YW5vdGhlciBzYWx0LjE2Yg$v47w7wdQ6QNl6HM5oYRB1QiHDLPaiV8mLUQpec0UUGng2HWpCoah5tueezqksQUEP7S6TpNG4UvnVq01E00cyA'
  ],
  'scrypt of passlib': [
    'password',
    '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E'
  ]
} as const
const made = {
  argon2i: await argon2Hash('Altes Passwort', { algorithm: 1, memoryCost: 4096, timeCost: 3, parallelism: 1 }),
  'argon2id of PHP': await argon2Hash('Altes Passwort', { memoryCost: 65_536, timeCost: 4, parallelism: 1 })
}
const hashes: readonly (readonly [string, string, string])[] = [
  ...Object.entries(published).map(([name, [password, hash]]) => [name, password, hash] as const),
  ...Object.entries(made).map(([name, hash]) => [name, 'Altes Passwort', hash] as const)
]

const test = serverTest
  .extend('stored', ({ db }) => async ({ contactId }: TestShopUser) => {
    const row = db.selectFrom('shop_users').select('password_hash').where('contact_id', '=', contactId)
    return (await row.executeTakeFirstOrThrow()).password_hash
  })
  .extend('bring', ({ db }) => async ({ contactId }: TestShopUser, password_hash: string) => {
    expect(whyNoPasswordHash(password_hash)).toBeUndefined()
    await changeRows(db, 'shop_users', { contact_id: contactId }, { password_hash })
  })
  .extend('logIn', ({ server }) => {
    return async (user: TestShopUser, password?: string) =>
      (await getToken(server.url, loginForm(user, password))).status
  })

describe('a hash of a password from another system', () => {
  test.for(hashes)(
    'lets its owner in, and is replaced by one of ours: %s',
    async ([, password, hash], { shopUsers: { admin }, bring, stored, logIn, db }) => {
      await bring(admin, hash)
      const { providerId, contactId } = admin
      const change = {
        provider_id: providerId,
        contact_id: contactId,
        old_address: admin.userName,
        new_address: 'neu@firma.example'
      }
      const change_id = crypto.randomUUID()
      await addRows(db, 'email_changes', { ...change, change_id, password_hash: hash })
      expect([await logIn(admin, `${password}x`), await stored(admin)]).toEqual([401, hash])
      expect(await logIn(admin, password)).toBe(200)
      const replaced = await stored(admin)
      expect(replaced).toMatch(own)
      expect([await logIn(admin, password), await logIn(admin, `${password}x`)]).toEqual([200, 401])
      expect(await stored(admin)).toBe(replaced)
      const waiting = db.selectFrom('email_changes').select('password_hash').where('change_id', '=', change_id)
      expect(await waiting.executeTakeFirst()).toEqual({ password_hash: replaced })
    }
  )

  test('lets its owner in from several tabs at once', async ({ shopUsers: { admin }, bring, stored, logIn }) => {
    const [password, hash] = published['bcrypt of crypt_blowfish']
    await bring(admin, hash)
    const answers = await Promise.all([1, 2, 3].map(() => logIn(admin, password)))
    expect(answers).toEqual([200, 200, 200])
    expect(await stored(admin)).toMatch(own)
  })

  test('makes all failed logins wait for the dearest hash', async ({ newCustomer, bring, logIn, db, server }) => {
    await db.deleteFrom('login_attempts').execute()
    await db.updateTable('shop_users').set({ password_hash: made.argon2i }).execute()
    /**
     * Returns what a failed login has checked and waited for, once the first one has measured the hashes that are
     * there.
     */
    const failed = async (user: TestShopUser, password = 'falsch') => {
      const before = server.log().length
      expect(await logIn(user, password)).toBe(401)
      const lines = server.log().slice(before)
      return [lines.split('checks a password').length - 1, /"dearest":\{"kind":"([^"]*)"/.exec(lines)?.[1]]
    }
    const { admin, shopfull, shoplight, contact, none } = (await newCustomer()).shopUsers
    const cheap = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
    // The first and the last in the order of the letters are not the dearest.
    const [, scrypt] = published['scrypt of passlib']
    await bring(admin, cheap)
    await bring(shopfull, '$2y$12$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a')
    await bring(shoplight, published['PBKDF2 with SHA-512'][1])
    await bring(none, scrypt.replace('ln=16', 'ln=4'))
    await changeRows(db, 'shop_users', { contact_id: contact.contactId }, { password_hash: null })
    const other = (await newCustomer()).shopUsers
    await changeRows(db, 'contacts', { contact_id: other.shopfull.contactId }, { active: false })
    const kinds: [TestShopUser, string?][] = [
      [admin],
      [shopfull],
      [shoplight],
      [none],
      [contact],
      [other.admin],
      [other.shopfull, testPassword],
      [{ ...admin, userName: 'niemand@firma.example' }],
      [{ ...admin, customerNumber: 'K-niemand' }]
    ]
    for (const [user, password] of kinds) expect(await failed(user, password)).toEqual([1, '$2y$12$'])
    await bring(shopfull, cheap)
    expect((await failed(other.admin))[1]).not.toBe('$2y$12$')
  })

  test('that cannot be read lets nobody in, and the log says so', async ({
    shopUsers: { admin },
    stored,
    logIn,
    db,
    server
  }) => {
    await changeRows(db, 'shop_users', { contact_id: admin.contactId }, { password_hash: 'md5:900150' })
    expect([await logIn(admin, 'abc'), await stored(admin)]).toEqual([401, 'md5:900150'])
    expect(server.log()).toContain('a stored password cannot be checked')
    await changeRows(db, 'shop_users', { contact_id: admin.contactId }, { password_hash: null })
  })

  const salt = 'c2FsdHNhbHRzYWx0'
  const text = 'A'.repeat(43)
  test.for([
    [`$2y$14$${'A'.repeat(53)}`, 'its cost of 14 is more than 13'],
    [`$2y$31$${'A'.repeat(53)}`, 'its cost of 31 is more than 13'],
    [`$2y$03$${'A'.repeat(53)}`, 'its cost is less than 4'],
    [`$argon2id$v=19$m=4194304,t=1,p=1$${salt}$${text}`, 'its memory in KiB of 4194304 is more than 131072'],
    [
      `$argon2id$v=19$m=65536,t=999,p=1$${salt}$${text}`,
      'its memory in KiB times passes of 65470464 is more than 524288'
    ],
    [`$argon2id$v=19$m=1024,t=1,p=255$${salt}$${text}`, 'its parallelism of 255 is more than 16'],
    [`$argon2id$v=19$m=8,t=0,p=1$${salt}$${text}`, 'its memory, passes or parallelism are too small'],
    [`$scrypt$ln=30,r=8,p=1$${salt}$${text}`, '2^ln times r of 8589934592 is more than 1048576'],
    [`$scrypt$ln=14,r=8,p=99$${salt}$${text}`, '2^ln times r times p of 12976128 is more than 2097152'],
    [`$pbkdf2-sha256$99999999$${salt}$${text}`, 'its number of rounds of 99999999 is more than 1500000'],
    [`$pbkdf2$1000000$${salt}$${'A'.repeat(80)}`, 'its number of rounds of 3000000 is more than 1500000'],
    [`$pbkdf2-sha256$1000$AAAA$${text}`, 'its salt must have 8 to 64 bytes'],
    [`$pbkdf2-sha256$1000$${salt}$AAAA`, 'its hash must have 16 to 64 bytes'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'it is none of argon2id, argon2i, bcrypt, scrypt and PBKDF2'],
    ['', 'it is none of'],
    [`$2y$10$${'A'.repeat(53)}\n`, 'it is none of'],
    [`$argon2id$v=19$m=4096,t=3,p=1$${'A'.repeat(300)}$${text}`, 'it has more than 255 characters']
  ])('is refused before it is stored if it is no hash or would take too long: %s', ([hash, reason]) => {
    expect(whyNoPasswordHash(hash ?? '')).toContain(reason)
  })
})
