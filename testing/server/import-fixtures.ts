import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { importCommand } from '../../server/src/operator/import/import.command.ts'
import { commandContext } from './command-context.ts'
import { test as serverTest } from './fixtures.ts'
import { newFolder } from './new-folder.ts'
import { addProviderKey } from './provider-keys.ts'

/** A call of the provider's API; by default with a key that may write everything. */
export interface Asked {
  readonly key?: string
  readonly method?: string
  readonly type?: string
  readonly body?: string | Buffer | ReadableStream
}

type Command = typeof importCommand
type Input = Parameters<Command['run']>[1]

/** The `test` with a key of the own company, and calls of the provider's API. */
export const test = serverTest
  .extend('writer', { scope: 'file' }, async ({ db, own }) =>
    addProviderKey(db, { providerId: own.providerId, name: 'erp', scopes: ['write'] })
  )
  .extend('ask', { scope: 'file' }, ({ server, writer }) => {
    return async (
      path: string,
      { key = writer.key, method = 'GET', type = 'application/x-ndjson', body }: Asked = {}
    ) => {
      const response = await fetch(`${server.url}/provider/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body, duplex: 'half' })
      })
      const text = await response.text()
      const isJson = /json$|json; charset=utf-8$/.test(response.headers.get('content-type') ?? '')
      const json = (isJson && !text.includes('\n') && text !== '' ? JSON.parse(text) : {}) as Record<string, unknown>
      return { status: response.status, headers: response.headers, text, json }
    }
  })
  .extend('context', { scope: 'file' }, (): Parameters<Command['run']>[2] => commandContext)
  .extend('folder', () => newFolder())
  /** Puts files into the folder of the test, and imports it, or what `how` names, by the command. */
  .extend('bring', ({ db, own, folder, context }) => {
    return async (files: Readonly<Record<string, string | Buffer>>, how: Partial<Input> = {}, other = context) => {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true })
        await writeFile(join(folder, name), content)
      }
      const input = {
        path: folder,
        providerId: own.providerId,
        mode: 'upsert',
        dryRun: false,
        runId: randomUUID()
      } as const
      return importCommand.run(db, { ...input, ...how }, other)
    }
  })

export const ndjson = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
