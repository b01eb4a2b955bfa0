import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../../', import.meta.url))
const home = `${repository}integrations/api-client`
const fileOf = (name: string, path: string) =>
  join(dirname(createRequire(`${home}/package.json`).resolve(`${name}/package.json`)), path)

const backend = `
  import type { components, operations, paths } from './contract.ts'
  type Contact = components['schemas']['Contact']
  type Answer<Path extends keyof paths> = paths[Path] extends
    { get: { responses: { 200: { content: { 'application/json': infer Content } } } } } ? Content : never
  const contact: Contact = { ASP_PVAID: 'P-7', ASP_NACHNAME: null, ASP_ANREDE: 1 }
  export const contacts: Answer<'/contact'> = { responseData: [contact] }
  export const refused: Answer<'/eventmanager/lettertimesheet'> =
    { responseData: null, responseResult: { RESTReturnCode: 7, Errors: ['Nein.'] } }
  export const start: operations['startFunction']['requestBody']['content']['application/json'] =
    { data: { functionName: 'TimesheetLetter', parameter: 'letterNo=2', async: true } }
  // @ts-expect-error -- a name is a text
  export const number: Contact = { ASP_NACHNAME: 5 }
  // @ts-expect-error -- a job without an id is none
  export const job: components['schemas']['StartFunctionAnswer'] = { responseData: {} }
`

test('openapi-typescript makes types of the contract, by which a backend in TypeScript is checked', async () => {
  await mkdir(`${home}/dist`, { recursive: true })
  const folder = await mkdtemp(`${home}/dist/`)
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(`${folder}/backend.ts`, backend)
  const options = { cwd: folder }
  const generator = fileOf('openapi-typescript', 'bin/cli.js')
  await run(process.execPath, [generator, `${repository}docs/openapi.json`, '-o', 'contract.ts'], options)
  const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--allowImportingTsExtensions']
  const { stdout: faults } = await run(
    process.execPath,
    [fileOf('typescript', 'bin/tsc'), ...strict, 'backend.ts'],
    options
  ).catch((error: { stdout: string }) => error)
  expect(faults).toBe('')
})
