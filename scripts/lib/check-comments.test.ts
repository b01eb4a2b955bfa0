import { expect, test } from 'vitest'
import { checkComments } from './check-comments.ts'

const refused = (code: string, path = 'server/src/bookings/event.ts') =>
  checkComments([path], () => code).map((line) => /^\S+:(\d+) the comment “(.*)” only repeats/.exec(line)?.slice(1))

test.each([
  ['the identifier', 'Returns the site of a call.', 'const siteOf = (call: Call): Site => call.site'],
  ['a member', 'The name.', 'name: string'],
  ['a parameter', 'Lists the invoices of a customer.', 'function list(customer: number): Invoice[] {'],
  ['a type', 'Tells whether an address is valid.', 'const isValid = (text: Address): boolean =>'],
  ['the file', 'A booked event.', 'interface Booking {']
])('a comment with the words of %s is refused', (_, comment, below) => {
  expect(refused(`\n/** ${comment} */\n${below}\n`)).toEqual([['2', comment]])
})

test('names that take several lines and those of members count', () => {
  expect(
    refused('/** Sends a mail to a colleague. */\nexport function send(\n  mail: Mail,\n  to: Colleague\n) {')
  ).toHaveLength(1)
  expect(
    refused('/** A place with its street and town. */\ninterface Place {\n  street: string\n  town: string\n}')
  ).toHaveLength(1)
  expect(refused('interface Invoice {\n  /** The date of the invoice. */\n  date: string\n}')).toEqual([
    ['2', 'The date of the invoice.']
  ])
})

test.each([
  ['a reason', 'Asks again, since a proxy may have lost the answer.', 'function askAgain(answer: Answer) {'],
  ['a unit', 'Age in seconds.', 'age: number'],
  ['a number', 'The first 20 names.', 'firstNames: string[]'],
  ['a special value', 'The right; null without a login.', 'right: RightName | null'],
  ['an order', 'Lists the newest first.', 'function listSessions(): Session[] {'],
  ['an error', '@throws Refusal', 'function refuse(refusal: Refusal) {'],
  ['a reference', 'One of `eventStates`.', 'state: EventState'],
  ['a variable', 'The address for DNS_SERVERS.', 'dnsServersAddress: string']
])('a comment with %s stays', (_, comment, below) => {
  expect(refused(`/** ${comment} */\n${below}\n`)).toEqual([])
})
