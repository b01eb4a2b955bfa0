import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../config/operator-error.ts'
import { DatabaseError, errorMessage, isDatabaseAway } from '../database/errors.ts'
import type { Tables } from '../database/tables.ts'
import type { SecurityEventName } from '../lib/security-event-name.ts'

/** A security event, with keys alone. */
export type OperatorEvent = { readonly event: SecurityEventName } & Readonly<Record<string, unknown>>

/** What a command has while it runs. */
export interface CommandContext {
  readonly config: Config
  /** Tells the program how far the work is; as JSON. */
  readonly report: (progress: object) => void
  /** Aborts when the operator ends the program, or the server stops: what is not done yet is left. */
  readonly signal: AbortSignal
  /** Whether people are being served in this process, for work that gives way to them. */
  readonly isServing?: () => boolean
}

/**
 * What an operator asks for by a program. It runs in the program's process, or in that of the server that holds the embedded
 * database, so input and output are JSON, and a path is absolute.
 */
export interface Command<Input = unknown, Output = unknown> {
  readonly name: string
  readonly input: z.ZodType<Input>
  /** @throws OperatorError with a sentence for the operator */
  readonly run: (db: Kysely<Tables>, input: Input, context: CommandContext) => Promise<Output>
  /** What the log says; undefined where nothing happened. */
  readonly eventOf?: (input: Input, output: Output) => OperatorEvent | undefined
  /** How to go on where the database broke it off, as a sentence; by default the command is run again. */
  readonly afterOutage?: (input: Input) => string
}

/**
 * Says in a sentence that the database broke off the work of a command, such as a statement that took longer than
 * DATABASE_STATEMENT_MS.
 * @throws DatabaseError, and whatever else the work throws
 */
export async function tellOutage<Input, Output, Result>(
  { name, afterOutage = () => 'Run the command again.' }: Command<Input, Output>,
  input: Input,
  work: () => Promise<Result>
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OperatorError || !isDatabaseAway(error)) throw error
    const sentence = `The database broke off ${name} (${errorMessage(error)}). ${afterOutage(input)}`
    throw new DatabaseError(sentence, { cause: error })
  }
}

/** Forgets the types of a command for the list of all: its input is parsed before it runs. */
export function anyCommand<Input, Output>({ name, input, run, eventOf, afterOutage }: Command<Input, Output>): Command {
  return {
    name,
    input,
    run: (db, value, context) => run(db, value as Input, context),
    ...(eventOf && { eventOf: (value, output) => eventOf(value as Input, output as Output) }),
    ...(afterOutage && { afterOutage: (value) => afterOutage(value as Input) })
  }
}
