import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { importResources } from '@customer-center/contract/import/resources'
import { imports } from '../../../features.ts'
import { test as serverTest } from '../../../testing/fixtures.ts'
import { runImport } from '../run/run-import.ts'
import { openRows } from './open-rows.ts'

const test = serverTest
  .extend('importText', { scope: 'file' }, ({ db, own }) => async (content: string | Buffer) => {
    const { fields } = importResources.contacts
    const { rows, header, format } = await openRows(Readable.from([Buffer.from(content)]), { fields })
    return runImport(
      { db, imports },
      {
        provider: own.company,
        resource: 'contacts',
        mode: 'upsert',
        providerKey: null,
        format,
        header,
        rows
      }
    )
  })
  .extend('refusedOf', { scope: 'file' }, ({ db }) => async (runId: string) => {
    return db.selectFrom('import_refusals').selectAll().where('run_id', '=', runId).orderBy('line').execute()
  })

const hashes = [
  '$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a',
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21l$aGFzaGhhc2hoYXNo',
  '{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3',
  'pbkdf2_sha256$260000$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA==',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19'
]

test.for(hashes)('nothing is kept of a row that looks like a hash: %s', async (hash, { importText, refusedOf }) => {
  const [header, customer] = ['externalId;customer;lastName;eMailAddress', 'none']
  for (const content of [
    `${header}\nk1;${customer};Huber;\nk2;${customer};${hash};\nk3;${customer};Huber;${hash}\nk4;${customer};"${hash}\n`,
    [
      { externalId: 'k1', customer, lastName: 'Huber' },
      { externalId: 'k2', customer, lastName: hash },
      { externalId: 'k3', customer, [hash]: 1 },
      { externalId: 'k4', customer, notes: hash }
    ]
      .map((row) => JSON.stringify(row))
      .join('\n')
  ]) {
    const rows = await refusedOf((await importText(content)).runId)
    expect(rows).toHaveLength(4)
    expect(JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      hash
    )
    expect(rows[0]?.text).toContain('Huber')
    expect(rows[1]).toMatchObject({ text: '', sentence: expect.stringContaining('is not kept') })
  }
})

test('a refused row stays as it came where such digits are a key', async ({ importText, refusedOf }) => {
  const key = '5f4dcc3b5aa765d61d8327deb882cf99'
  const text = JSON.stringify({ externalId: key, customer: 'none', lastName: 'Huber' })
  const [row] = await refusedOf((await importText(text)).runId)
  expect(row?.text).toBe(text)
})

test('rows that are as alike as an ERP may write them are taken packed', async ({ importText }) => {
  const rows = Array.from({ length: 20_000 }, () => '{"externalId":"K-1","customer":"none"}')
  expect((await importText(gzipSync(rows.slice(0, 2000).join('\n')))).read).toBe(2000)
})
