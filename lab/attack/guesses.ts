import { getToken, loginForm } from '../../testing/server/calls.ts'
import type { TestUser } from '../../testing/server/company.ts'
import { type Attack, inLanes } from './attack.ts'
import type { Target } from './target.ts'

const networks = 1500
/** Limit of guesses at one account for an attacker with so many networks before all of them wait. */
const allowed = 100

/** Counts the guesses that reached the password. */
async function guess({ url }: Target, guesses: Iterable<[user: TestUser, address: string]>): Promise<number> {
  let checked = 0
  await inLanes(guesses, 8, async ([user, address]) => {
    const { status } = await getToken(url, loginForm(user, 'falsch'), { 'x-forwarded-for': address })
    if (status === 401) checked += 1
  })
  return checked
}

const numbers = Array.from({ length: networks }, (_, index) => index)

export const guessesOfOneNetwork: Attack = {
  name: `Guesses at one account from ${networks} networks (/64) of one /48; more than ${allowed} that reach the password`,
  async run(target) {
    const user = (await target.newCompany()).users.admin
    const addresses = numbers.map((index): [TestUser, string] => [user, `2001:db8:1:${index.toString(16)}::1`])
    const checked = await guess(target, addresses)
    return { tried: networks, through: Math.max(0, checked - allowed) }
  }
}

export const guessesOfOneAddress: Attack = {
  name: `Guesses from one address at ${networks} accounts; more than ${allowed} that reach a password`,
  async run(target) {
    const user = (await target.newCompany()).users.admin
    const accounts = numbers.map((index): [TestUser, string] => [
      { ...user, userName: `n${index}@x.example` },
      '10.9.9.9'
    ])
    const checked = await guess(target, accounts)
    return { tried: networks, through: Math.max(0, checked - allowed) }
  }
}

// Letters that fold to one of `admin@…` in PostgreSQL or JavaScript, and spaces and dots that a program might take
// away.
const spellings = ['İ', 'ı', 'ſ', 'K', 'ａ', 'Ａ', 'а', ' ', '\u200b', '\u00ad']

export const guessesBySpelling: Attack = {
  name: 'Guesses at one account in other spellings of its name; more than the five that one address has',
  async run(target) {
    const user = (await target.newCompany()).users.admin
    const names = spellings.flatMap((letter) =>
      Array.from(user.userName, (_, index) => user.userName.slice(0, index) + letter + user.userName.slice(index + 1))
    )
    const spelt = [...names.map((name) => name.toUpperCase()), ...names]
    for (let first = 0; first < 5; first += 1) await guess(target, [[user, '10.8.8.8']])
    // The guess has the right password: a spelling with guesses of its own would open the account.
    let through = 0
    for (const userName of spelt) {
      const answer = await getToken(target.url, loginForm({ ...user, userName }), { 'x-forwarded-for': '10.8.8.8' })
      if (answer.status === 200) through += 1
    }
    return { tried: spelt.length, through }
  }
}
