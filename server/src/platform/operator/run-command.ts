import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { OperatorError } from '../config/operator-error.ts'
import { type Database, openDatabase } from '../database/connection.ts'
import { errorCode, FolderHeldError } from '../database/errors.ts'
import { migrate } from '../database/migrate.ts'
import { noteInstallation } from '../database/outgoing.ts'
import { channelFile } from './channel-file.ts'
import { type Command, tellOutage } from './command.ts'
import { noteOperatorEvent } from './operator-events.ts'

/** How long a server that is just starting or stopping is waited for. */
const patienceMs = 15_000

/** A line of the server's answer. */
interface Answer {
  readonly progress?: object
  readonly output?: unknown
  readonly error?: string
}

export interface RunOptions {
  /** Gets what the command reports. */
  readonly onProgress?: (progress: object) => void
  /** Ends the command, also in the server. */
  readonly signal?: AbortSignal
}

async function readChannel(folder: string): Promise<{ readonly url: string; readonly secret: string } | undefined> {
  try {
    return JSON.parse(await readFile(channelFile(folder), 'utf8')) as { url: string; secret: string }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new OperatorError(`The file ${channelFile(folder)} cannot be read: run this as the user of the server.`)
  }
}

/** The server in which a command ran is no longer there. */
export class ServerGoneError extends OperatorError {
  constructor(options?: ErrorOptions) {
    super('The server ended before it answered: run the command again.', options)
  }
}

async function* answersOf(response: Response): AsyncGenerator<Answer> {
  let begun = ''
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (begun + text).split('\n')
    begun = lines.pop() ?? ''
    // Between the answers the server gives signs of life.
    for (const line of lines) if (line !== '') yield JSON.parse(line) as Answer
  }
}

/** Undefined when no server listens (yet). */
async function askServer(
  folder: string,
  name: string,
  input: unknown,
  { onProgress, signal }: RunOptions
): Promise<{ output: unknown } | undefined> {
  const channel = await readChannel(folder)
  if (!channel) return undefined
  try {
    const response = await fetch(`${channel.url}/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${channel.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      ...(signal && { signal })
    })
    // Left behind by a server that was killed, and something else has its port by now.
    if (response.status === 401) return undefined
    if (!response.ok) {
      const { error } = (await response.json()) as Answer
      throw new OperatorError(error ?? 'The server does not know this command: is it of another version?')
    }
    for await (const answer of answersOf(response)) {
      if (answer.error !== undefined) throw new OperatorError(answer.error)
      if (!answer.progress) return { output: answer.output }
      onProgress?.(answer.progress)
    }
  } catch (error) {
    if (signal?.aborted) throw new OperatorError('The command was ended before it was done.')
    if (error instanceof OperatorError) throw error
    if (error instanceof Error && errorCode(error.cause) === 'ECONNREFUSED') return undefined
    throw new ServerGoneError({ cause: error })
  }
  throw new ServerGoneError()
}

async function openUnlessHeld(config: Config): Promise<Database | FolderHeldError> {
  try {
    return await openDatabase(config)
  } catch (error) {
    if (error instanceof FolderHeldError) return error
    throw error
  }
}

/**
 * Runs a command on the database of the settings: by itself, or in the server that holds the embedded one.
 * @throws OperatorError
 */
export async function runCommand<Input, Output>(
  config: Config,
  command: Command<Input, Output>,
  input: Input,
  options: RunOptions = {}
): Promise<Output> {
  const { onProgress: report = () => undefined, signal = new AbortController().signal } = options
  const latest = Date.now() + patienceMs
  for (;;) {
    const database = await openUnlessHeld(config)
    if (!(database instanceof FolderHeldError)) {
      try {
        return await tellOutage(command, input, async () => {
          await migrate(database.background)
          await noteInstallation(database, config)
          const output = await command.run(database.background, input, { config, report, signal })
          const event = command.eventOf?.(input, output)
          if (event) await noteOperatorEvent(database.background, event)
          return output
        })
      } finally {
        await database.close()
      }
    }
    const answer = await askServer(resolve(config.dataFolder), command.name, input, options)
    if (answer) return answer.output as Output
    if (Date.now() > latest) throw database
    await wait(200)
  }
}
