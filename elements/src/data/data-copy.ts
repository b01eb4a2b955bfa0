import type { AppContext } from '../context/app-context.ts'
import { pollFile, startServerFunction } from './server-function.ts'

interface CopiedFile {
  readonly name: string
  readonly blob: Blob
}

/** The person's own data, for people and for programs. */
export interface DataCopy {
  readonly pdf: CopiedFile
  readonly json: CopiedFile
}

const start = (app: AppContext, format: 'PDF' | 'JSON') =>
  startServerFunction(app, { functionName: 'DataCopy', parameter: new URLSearchParams({ format }) })

/**
 * Has both files made, which takes seconds, and waits meanwhile for the login that they may need. Throws as `pollFile`.
 * @param name of the files, without extension
 */
export async function makeDataCopy(app: AppContext, name: string): Promise<DataCopy> {
  // One after the other: the first may have to wait for a login, which is then that of both.
  const pdfJob = await start(app, 'PDF')
  const jsonJob = await start(app, 'JSON')
  const [pdf, json] = await Promise.all([pollFile(app, pdfJob, `${name}.pdf`), pollFile(app, jsonJob, name)])
  // Of a kind that documents do not have.
  const blob = json.blob.slice(0, json.blob.size, 'application/json')
  return { pdf, json: { name: `${name}.json`, blob } }
}
