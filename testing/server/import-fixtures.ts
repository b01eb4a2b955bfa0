import { test as serverTest } from './fixtures.ts'
import { addProviderKey } from './provider-keys.ts'

/** A call of the provider's API; by default with a key that may write everything. */
export interface Asked {
  readonly key?: string
  readonly method?: string
  readonly type?: string
  readonly body?: string | Buffer | ReadableStream
}

/** The `test` with a key of the own company, and calls of the provider's API. */
export const test = serverTest
  .extend('writer', { scope: 'file' }, async ({ db, own }) =>
    addProviderKey(db, { company: own.company, name: 'erp', scopes: ['write'] })
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

export const ndjson = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
