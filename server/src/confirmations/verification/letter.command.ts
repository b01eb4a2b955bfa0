import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { defineCommand } from '../../platform/operator/command.ts'
import { formatSerialNumber, parseSerialNumber } from './serial-number.ts'

function readSerialNumber(text: string): string {
  const number = parseSerialNumber(text)
  if (number === null) throw new InvalidArgumentError("It is no letter's number: one of its signs is wrong.")
  return number
}

export const revokeLetterCommand = defineCommand({
  word: 'revoke',
  help: 'revoke an issued letter for good; /verify then says so, without the reason',
  configure: (parser) =>
    void parser
      .argument('<number>', 'the number that is printed on it', readSerialNumber)
      .argument('<reason...>', 'why, for your own records'),
  name: 'revoke-letter',
  input: z.object({
    number: z
      .string()
      .transform(parseSerialNumber)
      .refine((number) => number !== null),
    reason: z.string().min(1)
  }),
  async run(db, { number, reason }) {
    const { revokeLetter } = await import('./issued-letter.repository.ts')
    const revocation = await revokeLetter(db, number, reason)
    if (!revocation) throw new OperatorError(`There is no letter ${formatSerialNumber(number)}.`)
    return revocation
  },
  eventOf: ({ number }, { wasRevoked }) =>
    wasRevoked ? undefined : { event: 'letter-revoked', letter: formatSerialNumber(number) },
  async act({ ask, print }, number: string, words: readonly string[]) {
    const { revokedAt, wasRevoked } = await ask({ number, reason: words.join(' ').trim() })
    const formatted = formatSerialNumber(number)
    const done = wasRevoked ? `was revoked before, at ${revokedAt}: its first reason stays` : 'is revoked'
    print(`The letter ${formatted} ${done}.`, { number: formatted, revokedAt, wasRevoked })
  }
})

export const rotateKeyCommand = defineCommand({
  word: 'rotate-key',
  help: 'sign with a new key from now on; letters of the former ones stay valid',
  name: 'rotate-signing-key',
  input: z.unknown(),
  run: async (db, _input, { config }) => (await import('./signing-key.ts')).rotateSigningKey(config, db),
  eventOf: (_input, key) => ({ event: 'signing-key-rotated', key }),
  async act({ ask, print }) {
    const id = await ask(null)
    print(`The key ${id} signs letters from now on; those of former keys stay valid.`, { id })
  }
})

export const letterCommands = [revokeLetterCommand, rotateKeyCommand]
