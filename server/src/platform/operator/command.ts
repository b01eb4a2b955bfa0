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

/** Services for a running command; `feature.ts` adds the parts of all features. */
export interface CommandContext {
  readonly config: Config
  /** Reports the progress of the work to the program, as JSON. */
  readonly report: (progress: object) => void
  /** Aborts when the operator ends the program or the server stops; the command then leaves its work unfinished. */
  readonly signal: AbortSignal
  /** Connections for COPY, which Kysely does not know. The embedded database has one. */
  readonly pool: Pool
  /** Tells whether people are being served in this process, for work that gives way to them. */
  readonly isServing?: () => boolean
}

/**
 * A command of an operator. It runs in the program's process or in the server that holds the embedded database, so
 * input and output are JSON, and paths are absolute.
 */
export interface Command<Input = unknown, Output = unknown> {
  /** Name by which a program requests the command from the server. */
  readonly name: string
  readonly input: z.ZodType<Input>
  /** Tells whether the command needs an unmigrated database, and an embedded database that no server holds. */
  isAlone?(this: void, input: Input): boolean
  /** @throws OperatorError with a sentence for the operator */
  run(this: void, db: Db, input: Input, context: CommandContext): Promise<Output>
  /** Returns the event for the log; undefined where nothing happened. */
  eventOf?(this: void, input: Input, output: Output): OperatorEvent | undefined
  /** Returns a sentence about how to continue after a database failure; by default the command is run again. */
  afterOutage?(this: void, input: Input): string
}

export interface RunOptions {
  readonly onProgress?: (progress: object) => void
  /** Ends the command, also in the server. */
  readonly signal?: AbortSignal
}

/** The operator's side of a command. */
export interface Terminal<Input, Output> {
  readonly config: () => Promise<Config>
  /** Runs the command in the process that has the database. */
  ask(this: void, input: Input, options?: RunOptions): Promise<Output>
  /** Prints text for people or, with --json, one line of JSON. */
  readonly print: (text: string, json: unknown) => void
}

interface CommandLine<Input, Output> {
  /** The command's word after the word of its group; missing for the only command of a group. */
  readonly word?: string
  readonly help?: string
  configure?(parser: Parser): void
  /** Runs the command with the typed arguments, and prints the answer. */
  act(terminal: Terminal<Input, Output>, ...typed: never[]): Promise<void>
}

export interface OperatorCommand<Input = unknown, Output = unknown>
  extends Command<Input, Output>, CommandLine<Input, Output> {}

/** A command that runs in the operator's program alone. */
export interface ProgramCommand<Input = unknown, Output = unknown> extends CommandLine<Input, Output> {
  /** The command that it requests; missing if it uses no database. */
  readonly asks?: Command<Input, Output>
}

/**
 * Describes a command once, for the operator's program and for the server that may run it. Its file
 * `<group>.command.ts` loads no other module of the server before `run`, so a program that only sends the command to a
 * server stays small.
 */
export function defineCommand<Input, Output>(command: OperatorCommand<Input, Output>): OperatorCommand<Input, Output> {
  return command
}

/**
 * Describes in a sentence that the database interrupted a command, such as by a statement timeout
 * (DATABASE_STATEMENT_MS).
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

/** Returns the file in which the server that holds the data folder publishes its address for programs. */
export function channelFile(dataFolder: string): string {
  return join(dataFolder, 'operator.json')
}

/** Asks on the terminal, with 'no' as the default; undefined without a terminal. */
export async function confirmOnTerminal(text: string, message: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  process.stderr.write(`${text}\n`)
  const { confirm, isCancel } = await import('@clack/prompts')
  const agreed = await confirm({ message, initialValue: false, output: process.stderr })
  return !isCancel(agreed) && agreed
}
