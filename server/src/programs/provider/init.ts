import { cancel, isCancel, text } from '@clack/prompts'
import type { Command } from 'commander'
import { readConfig } from '../../platform/config/config.ts'
import { UsageError } from '../../platform/config/operator-error.ts'
import { runCommand } from '../../platform/operator/run-command.ts'
import { initCommand } from '../../provider/index.ts'
import { readNumber } from './arguments.ts'
import { print } from './output.ts'

/** Questions for values that were not given: the flag, the row and column, and the question. */
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

/** Optional values of a letterhead. */
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
  ['signatory-role', 'signatoryRole', 'the role of the signatory, such as Geschäftsführerin']
] as const

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

type Given = Readonly<Record<string, string | undefined>>

async function ask(given: Given): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const missing: string[] = []
  for (const [flag, , , question] of questions) {
    const known = given[flag]?.trim()
    if (known) answers[flag] = known
    else if (process.stdin.isTTY && process.stderr.isTTY) {
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

async function init({ company = 1, ...given }: Given & { company?: number }, command: Command): Promise<void> {
  const { imports, jobs } = await import('../../features.ts')
  const answers = await ask(given)
  const of = (row: string) =>
    Object.fromEntries(questions.flatMap(([flag, whose, as]) => (whose === row ? [[as, answers[flag]!]] : [])))
  const { emailAddress = '', ...admin } = of('admin')
  const besides = more.flatMap(([flag, as]) => (given[camel(flag)] ? [[as, given[camel(flag)]!] as const] : []))
  const provider = { ...of('provider'), ...Object.fromEntries(besides) }
  const input = { company, provider, customer: of('customer'), admin, emailAddress }
  const done = await runCommand(readConfig(process.env), initCommand(imports, jobs), input)
  const first = done.isNew
    ? `The company ${done.company} is there, with field lists, letters and evaluations.`
    : `The company ${done.company} was there already; nothing was written.`
  const mail =
    done.hold === null
      ? `The server mails ${emailAddress} a link to set a password, good for 72 hours; the same command sends another.`
      : `${done.hold} The mail with a link to set a password waits until "npm run provider -- outgoing release".`
  print(
    command,
    `${first}\n${mail}\nThe customer number of the login: ${done.customerNumber}${done.settings === null ? '' : `\nSettings that the server reads at its next start: ${done.settings}`}`,
    done
  )
}

/** Configures the way from an empty database to a company that can log in. */
export function configureInit(command: Command): void {
  command.option('--company <number>', 'the number of your company, where you have several (default: 1)', readNumber)
  for (const [flag, , , question] of questions) command.option(`--${kebab(flag)} <text>`, question)
  for (const [flag, , description] of more) command.option(`--${flag} <text>`, description)
  command.action(init)
}
