import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../database/tables.ts'
import type { SecurityEventName } from '../lib/security-event-name.ts'

/**
 * What an operator asks for by a program. It runs in the program's process, or in that of the server that holds the embedded
 * database, so input and output are JSON.
 */
export interface Command<Input = unknown, Output = unknown> {
  readonly name: string
  readonly input: z.ZodType<Input>
  /** @throws OperatorError with a sentence for the operator */
  readonly run: (db: Kysely<Tables>, input: Input) => Promise<Output>
  /** What the log of the server says, if it runs there. */
  readonly eventOf?: (input: Input, output: Output) => { readonly event: SecurityEventName; readonly key: number }
}

/** Forgets the types of a command for the list of all: its input is parsed before it runs. */
export function anyCommand<Input, Output>({ name, input, run, eventOf }: Command<Input, Output>): Command {
  return {
    name,
    input,
    run: (db, value) => run(db, value as Input),
    ...(eventOf && { eventOf: (value, output) => eventOf(value as Input, output as Output) })
  }
}
