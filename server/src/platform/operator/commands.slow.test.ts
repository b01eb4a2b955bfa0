import { sql } from 'kysely'
import { describe, expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { createInstallation } from '../../../../testing/server/test-database.ts'
import { type Config, readConfig } from '../config/config.ts'
import { OperatorError } from '../config/operator-error.ts'
import { openDatabase } from '../database/connection.ts'
import { lockFolder } from '../database/data-folder.ts'
import { DatabaseError } from '../database/errors.ts'
import type { Command } from './command.ts'
import { logOperatorEvents } from './operator-events.ts'
import { runCommand } from './run-command.ts'
import { serveCommands } from './serve-commands.ts'

/** The `test` with a database that nobody has opened. */
const test = serverTest.extend('ownConfig', async ({ databaseKind }): Promise<Config> => {
  return readConfig(await createInstallation(databaseKind))
})

type Run<Output> = Command<string, Output>['run']

const command = <Output>(run: Run<Output>): Command<string, Output> => ({ name: 'walk', input: z.string(), run })

async function heldFolder(): Promise<Config> {
  const dataFolder = await newFolder()
  const unlock = await lockFolder(dataFolder)
  onTestFinished(unlock)
  return { ...readConfig({}), databaseUrl: '', dataFolder }
}

const { contents } = commandContext
const log = { error: () => undefined, info: () => undefined }

describe('a command in the server that holds the embedded database', () => {
  test('reports its progress while it runs, and then its output', async ({ db, database: { pool } }) => {
    const config = await heldFolder()
    let goOn = (): void => undefined
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
    const walk = command(async (_db, input, { report }) => {
      report({ input, at: 1 })
      await mayGoOn
      report({ input, at: 2 })
      return { done: true }
    })
    onTestFinished(await serveCommands({ config, contents, pool }, db, [walk], log))
    const seen: object[] = []
    const onProgress = (progress: object) => {
      seen.push(progress)
      goOn()
    }
    expect(await runCommand({ config, contents }, walk, 'Straße\n1', { onProgress })).toEqual({ done: true })
    expect(seen).toEqual([1, 2].map((at) => ({ input: 'Straße\n1', at })))
  })

  test('that fails says so in a sentence, also after it has reported', async ({ db, database: { pool } }) => {
    const config = await heldFolder()
    const walk = command(async (_db, input, { report }) => {
      report({})
      if (input === 'known') throw new OperatorError('There is no road.')
      throw new Error('secret detail')
    })
    onTestFinished(await serveCommands({ config, contents, pool }, db, [walk], log))
    await expect(runCommand({ config, contents }, walk, 'known')).rejects.toThrow(
      new OperatorError('There is no road.')
    )
    await expect(runCommand({ config, contents }, walk, 'unknown')).rejects.toThrow('The command failed unexpectedly')
  })

  test('ends with the program that asked for it, and with the server', async ({ db, database: { pool } }) => {
    const config = await heldFolder()
    let ended = 0
    const walk = command(async (_db, _input, { report, signal }) => {
      report({})
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      ended += 1
    })
    const endServer = await serveCommands({ config, contents, pool }, db, [walk], log)
    const ending = new AbortController()
    const options = { onProgress: () => ending.abort(), signal: ending.signal }
    await expect(runCommand({ config, contents }, walk, '', options)).rejects.toThrow('was ended before it was done')
    let stopping: Promise<void> | undefined
    const onProgress = () => {
      stopping = endServer()
    }
    await expect(runCommand({ config, contents }, walk, '', { onProgress })).rejects.toThrow('The server ended')
    await stopping
    expect(ended).toBe(2)
  })
})

const timeout = command((db) =>
  sql`do $$ begin raise exception 'statement timeout' using errcode = '57014'; end $$`.execute(db)
)
const brokenOff = 'The database broke off walk (statement timeout). Run the command again.'

describe('a command that the database breaks off says so in a sentence', () => {
  test('in the server', async ({ db, database: { pool } }) => {
    const config = await heldFolder()
    onTestFinished(await serveCommands({ config, contents, pool }, db, [timeout], log))
    await expect(runCommand({ config, contents }, timeout, '')).rejects.toThrow(new OperatorError(brokenOff))
  })

  test('in a process of its own, and the next sentence may be its own', async ({ ownConfig }) => {
    await expect(runCommand({ config: ownConfig, contents }, timeout, '')).rejects.toThrow(new DatabaseError(brokenOff))
    const walk = { ...timeout, afterOutage: (input: string) => `Go on behind ${input}.` }
    await expect(runCommand({ config: ownConfig, contents }, walk, '7')).rejects.toThrow(
      '(statement timeout). Go on behind 7.'
    )
  })
})

test('what a command did is written into the log of one server, once', async ({ ownConfig: config }) => {
  const walk = {
    ...command(async () => 7),
    eventOf: (input: string, key: number) => (input === 'dry' ? undefined : ({ event: 'key-created', key } as const))
  }
  for (const input of ['dry', 'done']) await runCommand({ config, contents }, walk, input)
  const { db, close } = await openDatabase(config)
  onTestFinished(close)
  const lines: object[] = []
  const serverLog = { info: (line: object) => void lines.push(line) }
  for (let server = 0; server < 2; server += 1) await logOperatorEvents.run({ db, log: serverLog })
  expect(lines).toEqual([{ event: 'key-created', key: 7, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) }])
})
