import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '../config/operator-error.ts'
import { isFolderHeld } from '../database/data-folder.ts'
import { errorCode, FolderHeldError } from '../database/errors.ts'
import { type Command, type CommandContext, type RunOptions, channelFile } from './command.ts'

/** Time to wait for a server that is starting or stopping. */
const patienceMs = 15_000

interface CommandAnswer {
  readonly progress?: object
  readonly output?: unknown
  readonly error?: string
}

async function readChannel(folder: string): Promise<{ readonly url: string; readonly secret: string } | undefined> {
  try {
    return JSON.parse(await readFile(channelFile(folder), 'utf8')) as { url: string; secret: string }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new OperatorError(`The file ${channelFile(folder)} cannot be read: run this as the user of the server.`)
  }
}

export class ServerGoneError extends OperatorError {
  constructor(options?: ErrorOptions) {
    super('The server ended before it answered: run the command again.', options)
  }
}

async function* answersOf(response: Response): AsyncGenerator<CommandAnswer> {
  let begun = ''
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (begun + text).split('\n')
    begun = lines.pop() ?? ''
    // Before its answer, the server sends signs of life.
    for (const line of lines) if (line !== '') yield JSON.parse(line) as CommandAnswer
  }
}

/** Sends the command to a server; undefined when no server listens (yet). */
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
    // A killed server has left the file behind, and another program uses its port.
    if (response.status === 401) return undefined
    if (!response.ok) {
      const { error } = (await response.json()) as CommandAnswer
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

/** @returns the error if another process has the embedded database */
async function runUnlessHeld<Input, Output>(
  command: Command<Input, Output>,
  input: Input,
  context: Omit<CommandContext, 'pool'>
): Promise<{ readonly output: Output } | FolderHeldError> {
  // The database takes a moment to load, so it is loaded only if no server has it.
  const { runHere } = await import('./run-here.ts')
  try {
    return { output: await runHere(command, input, context) }
  } catch (error) {
    if (error instanceof FolderHeldError) return error
    throw error
  }
}

/**
 * Runs a command on the configured database, in this process or in the server that holds the embedded database.
 * @throws OperatorError
 */
export async function runCommand<Input, Output>(
  { config, contents }: Pick<CommandContext, 'config' | 'contents'>,
  command: Command<Input, Output>,
  input: Input,
  options: RunOptions = {}
): Promise<Output> {
  const { onProgress: report = () => undefined, signal = new AbortController().signal } = options
  const folder = resolve(config.dataFolder)
  const latest = Date.now() + patienceMs
  const isAlone = command.isAlone?.(input) ?? false
  for (;;) {
    const isHeld = config.databaseUrl === '' && (await isFolderHeld(folder))
    const answer = isHeld && !isAlone ? await askServer(folder, command.name, input, options) : undefined
    if (answer) return answer.output as Output
    if (!isHeld || isAlone || Date.now() > latest) {
      const done = await runUnlessHeld(command, input, { config, contents, report, signal })
      if ('output' in done) return done.output
      if (isAlone || Date.now() > latest) throw done
    }
    await wait(200)
  }
}
