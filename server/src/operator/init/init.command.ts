import { z } from 'zod'
import { UsageError } from '../../platform/config/operator-error.ts'
import { newCompanyOption } from '../../platform/operator/arguments.ts'
import { defineCommand } from '../../platform/operator/command.ts'
import type { Initialised } from './init-provider.ts'

/** Values that the command asks for unless a flag gives them: flag, row and member for the value, and question. */
const questions = [
  ['name', 'provider', 'name', 'Your company, as the register has it'],
  ['street', 'provider', 'street', 'Its street and number'],
  ['plz', 'provider', 'plz', 'Its postcode'],
  ['place', 'provider', 'place', 'Its town'],
  ['signatory', 'provider', 'signatory', 'Who signs confirmations'],
  ['customer', 'customer', 'lastName', 'The first company that buys from you'],
  ['firstName', 'admin', 'firstName', 'First name of its admin'],
  ['lastName', 'admin', 'lastName', 'Last name of its admin'],
  ['email', 'admin', 'emailAddress', 'E-mail address of its admin']
] as const

/** Optional details of a letterhead. */
const more = [
  ['phone', 'phoneNumber', 'its telephone number'],
  ['mail', 'emailAddress', 'its e-mail address, for replies to mails'],
  ['home-page', 'homePage', 'its home page'],
  ['uid', 'uidNr', 'its VAT number'],
  ['register', 'registerNo', 'its number in the register'],
  ['court', 'registerCourt', 'the court of the register'],
  ['bank', 'bank', 'its bank'],
  ['iban', 'iban', 'its IBAN'],
  ['bic', 'bic', 'its BIC'],
  ['signatory-role', 'signatoryRole', 'what the signatory is, such as Geschäftsführerin']
] as const

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

type GivenAnswers = Readonly<Record<string, string | undefined>>

async function askMissing(given: GivenAnswers): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const missing: string[] = []
  for (const [flag, , , question] of questions) {
    const known = given[flag]?.trim()
    if (known) answers[flag] = known
    else if (process.stdin.isTTY && process.stderr.isTTY) {
      const { cancel, isCancel, text } = await import('@clack/prompts')
      const validate = (value: string | undefined) => (value?.trim() ? undefined : 'It is needed.')
      const answer = await text({ message: question, validate, output: process.stderr })
      if (isCancel(answer)) {
        cancel('Nothing was written.', { output: process.stderr })
        throw new UsageError('The questions were left.')
      }
      answers[flag] = answer.trim()
    } else missing.push(`--${kebab(flag)}`)
  }
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(', ')}. On a terminal they are asked for.`)
  return answers
}

const row = z.record(z.string(), z.string())

/** Creates a company in an empty database, ready for logins. */
export const initCommand = defineCommand({
  configure(parser) {
    parser.addOption(newCompanyOption)
    for (const [flag, , , question] of questions) parser.option(`--${kebab(flag)} <text>`, question)
    for (const [flag, , description] of more) parser.option(`--${flag} <text>`, description)
  },
  name: 'init',
  input: z.object({ providerId: z.int32(), provider: row, customer: row, admin: row, emailAddress: z.string().min(1) }),
  run: async (db, input, { config, contents }): Promise<Initialised> =>
    (await import('./init-provider.ts')).initProvider(db, input, config, await contents()),
  async act({ ask, print }, { providerId = 1, ...given }: GivenAnswers & { providerId?: number }) {
    const answers = await askMissing(given)
    const of = (whose: string) =>
      Object.fromEntries(questions.flatMap(([flag, owner, as]) => (owner === whose ? [[as, answers[flag]!]] : [])))
    const { emailAddress = '', ...admin } = of('admin')
    const besides = more.flatMap(([flag, as]) => (given[camel(flag)] ? [[as, given[camel(flag)]!] as const] : []))
    const provider = { ...of('provider'), ...Object.fromEntries(besides) }
    const done = await ask({ providerId, provider, customer: of('customer'), admin, emailAddress })
    const first = done.isNew
      ? `The company ${done.providerId} is there, with field lists, letters and evaluations.`
      : `The company ${done.providerId} was there already; nothing was written.`
    const mail =
      done.hold === null
        ? `The server mails ${emailAddress} a link to set a password, good for 72 hours; the same command sends another.`
        : `${done.hold} The mail with a link to set a password waits until "npm run provider -- outgoing release".`
    const settings =
      done.settings === null ? '' : `\nSettings that the server reads at its next start: ${done.settings}`
    print(`${first}\n${mail}\nThe customer number of the login: ${done.customerNumber}${settings}`, done)
  }
})

export const initCommands = [initCommand]
