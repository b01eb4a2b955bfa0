import { join } from 'node:path'
import type { Command as Parser } from 'commander'
import type { Pool } from 'pg'
import type { z } from 'zod'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../config/operator-error.ts'
import { DatabaseError, errorMessage, isDatabaseAway } from '../database/errors.ts'
import type { Db } from '../database/query.ts'
import type { SecurityEventName } from '../lib/security-event-name.ts'

/** A security event, with keys alone. */
export type OperatorEvent = { readonly event: SecurityEventName } & Readonly<Record<string, unknown>>

/** The services of a command while it runs; `feature.ts` adds what all features bring. */
export interface CommandContext {
  readonly config: Config
  /** Tells the program how far the work is; as JSON. */
  readonly report: (progress: object) => void
  /** Aborts when the operator ends the program, or the server stops: unfinished work is left. */
  readonly signal: AbortSignal
  /** Connections for COPY, which Kysely does not know. The embedded database has one. */
  readonly pool: Pool
  /** Tells whether people are being served in this process, for work that gives way to them. */
  readonly isServing?: () => boolean
}

/**
 * A command that an operator gives by a program. It runs in the program's process, or in that of the server that holds
 * the embedded database, so input and output are JSON, and a path is absolute.
 */
export interface Command<Input = unknown, Output = unknown> {
  /** Name by which a program asks the server for it. */
  readonly name: string
  readonly input: z.ZodType<Input>
  /** Tells whether it needs a database that nothing has migrated, and an embedded one that no server holds. */
  isAlone?(this: void, input: Input): boolean
  /** @throws OperatorError with a sentence for the operator */
  run(this: void, db: Db, input: Input, context: CommandContext): Promise<Output>
  /** Returns the event for the log; undefined where nothing happened. */
  eventOf?(this: void, input: Input, output: Output): OperatorEvent | undefined
  /** Tells how to continue where the database broke it off, as a sentence; by default the command is run again. */
  afterOutage?(this: void, input: Input): string
}

export interface RunOptions {
  /** Gets the command's reports of progress. */
  readonly onProgress?: (progress: object) => void
  /** Ends the command, also in the server. */
  readonly signal?: AbortSignal
}

/** The operator's side of a command. */
export interface Terminal<Input, Output> {
  readonly config: () => Promise<Config>
  /** Runs the command, wherever the database is. */
  ask(this: void, input: Input, options?: RunOptions): Promise<Output>
  /** Prints text for people or, with --json, one line of JSON. */
  readonly print: (text: string, json: unknown) => void
}

/** The operator's side of a command: words, arguments and output. */
interface CommandLine<Input, Output> {
  /** The command's word after the word of its group; missing for the only command of a group. */
  readonly word?: string
  readonly help?: string
  /** Gives the parser its arguments and options. */
  configure?(parser: Parser): void
  /** Asks the server with the typed arguments, and prints the answer. */
  act(terminal: Terminal<Input, Output>, ...typed: never[]): Promise<void>
}

/** A command with its words, arguments and output. */
export interface OperatorCommand<Input = unknown, Output = unknown>
  extends Command<Input, Output>, CommandLine<Input, Output> {}

/** A command that runs in the operator's program alone. */
export interface ProgramCommand<Input = unknown, Output = unknown> extends CommandLine<Input, Output> {
  /** The command that it asks for; without one it asks no database. */
  readonly asks?: Command<Input, Output>
}

/**
 * Describes a command once, for the program that an operator calls and for the server in which it runs. Its file
 * `<group>.command.ts` loads nothing of the server before `run`: a program whose command runs in a server loads no
 * more.
 */
export function defineCommand<Input, Output>(command: OperatorCommand<Input, Output>): OperatorCommand<Input, Output> {
  return command
}

/**
 * Words, in a sentence, that the database broke off the work of a command, such as a statement that took longer than
 * DATABASE_STATEMENT_MS.
 * @throws DatabaseError, and any other error of the work
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

/** Returns the file in which the server that holds the data folder names its address for programs. */
export function channelFile(dataFolder: string): string {
  return join(dataFolder, 'operator.json')
}

/** Asks on the terminal, where 'no' is the default; undefined where there is none. */
export async function confirmOnTerminal(text: string, message: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  process.stderr.write(`${text}\n`)
  const { confirm, isCancel } = await import('@clack/prompts')
  const agreed = await confirm({ message, initialValue: false, output: process.stderr })
  return !isCancel(agreed) && agreed
}
