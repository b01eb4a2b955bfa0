import { z } from 'zod'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Command } from '../../platform/operator/command.ts'
import { revokeLetter } from './issued-letter.repository.ts'
import { formatSerialNumber, parseSerialNumber } from './serial-number.ts'

const inputSchema = z.object({
  number: z
    .string()
    .transform(parseSerialNumber)
    .refine((number) => number !== null),
  reason: z.string().min(1)
})

/** Revokes an issued letter for good. */
export const revokeLetterCommand: Command<z.output<typeof inputSchema>, null> = {
  name: 'revoke-letter',
  input: inputSchema,
  async run(db, { number, reason }) {
    if (!(await revokeLetter(db, number, reason)))
      throw new OperatorError(`There is no letter ${formatSerialNumber(number)}.`)
    return null
  }
}
