// On PostgreSQL alone: nothing is encrypted on the way to the embedded database.

import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeCertificate, withoutOpenssl } from '../../../../testing/server/certificate.ts'
import { eventually } from '../../../../testing/server/eventually.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { ownerOf, runOn } from '../../../../testing/server/postgres.ts'
import { patient, postgresServer } from '../../../../testing/server/test-database.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from './connection.ts'

const server = postgresServer()

test.skipIf(withoutOpenssl)('sslmode=verify-full trusts a certificate that the own CA made for the name', async () => {
  const admin = `${server}postgres`
  const folder = await newFolder()
  makeCertificate(folder, 'ca', 'DNS:ca.example')
  makeCertificate(folder, 'other-ca', 'DNS:ca.example')
  makeCertificate(folder, 'server', 'DNS:localhost', 'ca')
  const owner = await ownerOf()
  if (owner) for (const name of ['', 'server.key', 'server.pem']) await chown(join(folder, name), owner.uid, owner.gid)
  onTestFinished(async () => {
    for (const name of ['ssl', 'ssl_cert_file', 'ssl_key_file']) await runOn(admin, `alter system reset ${name}`)
    await runOn(admin, 'select pg_reload_conf()')
  })
  await runOn(admin, `alter system set ssl_cert_file = '${join(folder, 'server.pem')}'`)
  await runOn(admin, `alter system set ssl_key_file = '${join(folder, 'server.key')}'`)
  await runOn(admin, 'alter system set ssl = on')
  await runOn(admin, 'select pg_reload_conf()')

  const open = async (host: string, ca: string) => {
    const url = new URL(admin)
    url.hostname = host
    url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: join(folder, `${ca}.pem`) }).toString()
    const { db, pool, close, certificateEnd } = await openDatabase({
      ...readConfig({}),
      ...patient,
      databaseUrl: url.href,
      databasePool: 1
    })
    const { rows } = await pool.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    await close()
    expect(certificateEnd() - Date.now()).toBeGreaterThan(0)
    return db && rows
  }
  // The server reads its settings again some time after it was told to.
  await eventually(async () => expect(await open('localhost', 'ca')).toEqual([{ ssl: true }]))
  const place = `The database server at localhost:${new URL(server ?? '').port}`
  await expect(open('localhost', 'other-ca')).rejects.toThrow(
    `${place} shows a certificate that is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE): check the host of DATABASE_URL and the file of its sslrootcert.`
  )
  await expect(open('localhost', 'none')).rejects.toThrow(
    /^A file that DATABASE_URL names cannot be read \(ENOENT: .*none\.pem'\)\.$/
  )
})
