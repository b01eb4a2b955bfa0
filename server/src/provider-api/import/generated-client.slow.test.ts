import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import {
  importResource,
  importResourceNames,
  type ImportResourceName
} from '@customer-center/contract/import/resources'
import { test } from '../../../../testing/server/import-fixtures.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'
import { resourceRows, sha256 } from '../../../../testing/server/resource-rows.ts'
import { addRows } from '../../../../testing/server/rows.ts'

const run = promisify(execFile)
const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const home = `${repository}integrations/api-client`
const fileOf = (name: string, path: string) =>
  join(dirname(createRequire(`${home}/package.json`).resolve(`${name}/package.json`)), path)

/** The program of an office, which has the API's description alone. */
function programOf(resources: readonly ImportResourceName[]): string {
  const calls = resources.map((resource) => {
    const [row, change] = resourceRows[resource]
    const members = importResource(resource).key.filter((member) => row[member] !== null)
    const url = `'/provider/v1/${[resource, ...members.map((member) => `{${member}}`)].join('/')}'`
    const params = { path: Object.fromEntries(members.map((member) => [member, String(row[member])])) }
    const [[first = ''], [changed = '']] = [Object.keys(row), Object.keys(change)]
    return `
      const params = ${members.length === 0 ? '{}' : JSON.stringify(params)}
      const created = await client.PUT(${url}, { params, body: ${JSON.stringify(row)} })
      const read = await client.GET(${url}, { params })
      const changed = await client.PUT(${url}, { params, body: ${JSON.stringify(change)} })
      note('${resource}', created, read, changed, read.data?.${first}, changed.data?.row?.${changed})
      ${members.length === 0 ? '' : `removals.unshift(async () => note('${resource}', await client.DELETE(${url}, { params })))`}`
  })
  return `
    import createClient from 'openapi-fetch'
    import type { paths } from './paths.ts'
    const [baseUrl, key] = process.argv.slice(2)
    const client = createClient<paths>({ baseUrl: baseUrl!, headers: { authorization: \`Bearer \${key}\` } })
    const removals: (() => Promise<void>)[] = []
    type Done = { response: Response; error?: unknown }
    function note(resource: string, ...done: unknown[]) {
      const said = done.map((one) => {
        if (typeof one !== 'object' || one === null || !('response' in one)) return one
        const { response, error } = one as Done
        return error ?? response.status
      })
      console.log(JSON.stringify([resource, ...said]))
    }
    ${calls.map((code) => `{${code}\n}`).join('\n')}
    for (const remove of removals) await remove()`
}

test('a generated client creates, reads, changes and deletes each row', async ({ server, db, own: { providerId } }) => {
  await mkdir(`${home}/dist`, { recursive: true })
  const folder = await mkdtemp(`${home}/dist/`)
  onTestFinished(() => rm(folder, { recursive: true }))
  await addRows(db, 'stored_files', { provider_id: providerId, sha256, storage_key: 'files/a', size_bytes: 3 })
  const { key } = await addProviderKey(db, { providerId, scopes: ['read', 'write'] })
  const description = await (await fetch(`${server.url}/provider/v1/openapi.json`)).text()
  await writeFile(`${folder}/openapi.json`, description)
  await writeFile(`${folder}/client.ts`, programOf(importResourceNames))
  const options = { cwd: folder }
  const generator = fileOf('openapi-typescript', 'bin/cli.js')
  await run(process.execPath, [generator, 'openapi.json', '-o', 'paths.ts'], options)
  const compilerOptions = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023']
  const compiler = fileOf('typescript', 'bin/tsc')
  const more = ['--allowImportingTsExtensions', '--skipLibCheck', '--types', 'node', 'client.ts']
  const { stdout: faults } = await run(process.execPath, [compiler, ...compilerOptions, ...more], options).catch(
    (error: { stdout: string }) => error
  )
  expect(faults).toBe('')
  const { stdout } = await run(process.execPath, ['client.ts', server.url, key], options)
  const said = stdout.trim().split('\n')
  const expected = importResourceNames.map((resource) => {
    const [row, change] = resourceRows[resource]
    const values = [row, change].map((each) => Object.values(each)[0])
    return [resource, resource === 'provider' ? 200 : 201, 200, 200, ...values]
  })
  const removed = importResourceNames.slice(1).toReversed()
  const kept: unknown = expect.objectContaining({ status: 409 })
  expect(said.map((line) => JSON.parse(line) as unknown)).toEqual([
    ...expected,
    // A customer that a contact has left stays for the contact's erasure.
    ...removed.map((resource) => [resource, resource === 'former-customers' ? kept : 204])
  ])
})
