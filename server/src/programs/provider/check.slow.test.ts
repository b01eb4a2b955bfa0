import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../../../scripts/lib/run.ts'
import { buildServer, programFile, runProvider } from '../../../../testing/process.ts'
import { withDatabase } from '../../../../testing/server/backups.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { startDnsServer } from '../../../../testing/server/dns-server.ts'
import { startMailServer } from '../../../../testing/server/mail-server.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { addRows } from '../../../../testing/server/rows.ts'
import { createInstallation, createPostgresDatabase, postgresServer } from '../../../../testing/server/test-database.ts'
import type { Finding } from '../../operator/check/check-installation.ts'
import remedies from '../../operator/check/remedies.json' with { type: 'json' }

interface Checked {
  readonly code: number
  readonly states: Readonly<Record<string, Finding['severity']>>
  readonly findings: readonly Finding[]
  readonly output: string
}

async function check(env: Record<string, string>): Promise<Checked> {
  const { code, stdout: output } = await runProvider(['check', '--json'], env)
  const findings = JSON.parse(output) as Finding[]
  const states = Object.fromEntries(findings.map((finding) => [finding.code, finding.severity]))
  return { code, states, findings, output }
}

async function codes(): Promise<string[]> {
  const { features } = await import('../../features.ts')
  const lists = features.flatMap((feature) => [
    feature.surroundings,
    feature.checks,
    feature.startChecks,
    feature.startWarnings
  ])
  return lists.flatMap((list = {}) => Object.keys(list)).toSorted()
}

beforeAll(buildServer)

test('each code of a check is explained in the manual, and no other', async () => {
  const manual = await readFile(`${root}/docs/operations/checks.md`, 'utf8')
  const explained = [...manual.matchAll(/^\| `([a-z-]+)`/gm)].map(([, code = '']) => code)
  expect(explained.toSorted()).toEqual(await codes())
  expect(new Set(explained).size).toBe(explained.length)
  expect(Object.keys(remedies).toSorted()).toEqual(explained.toSorted())
})

test.for(['provider', 'main', 'worker'])('the program %s says its version and does nothing else', async (name) => {
  const { version } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { version: string }
  const { stdout } = await promisify(execFile)(process.execPath, [programFile(name), '--version'])
  expect(stdout).toBe(`${version}\n`)
})

describe('the command that checks an installation', () => {
  test('says of each part whether it is fine', async () => {
    const env = await createInstallation('embedded')
    await withDatabase(env, ({ db }) => addCustomer(db, 100))
    const mailServer = await startMailServer()
    onTestFinished(mailServer.close)
    const dns = await startDnsServer()
    onTestFinished(dns.close)
    Object.assign(dns.records, {
      'provider.example': ['google-site-verification=x', 'v=spf1 mx -all'],
      'center._domainkey.provider.example': ['v=DKIM1; p=MIIB'],
      '_dmarc.provider.example': ['v=DMARC1; p=reject']
    })
    expect((await check(env)).states['backup']).toBe('warning')
    await runProvider(['backup', await newFolder(), '--unencrypted'], env)
    const { code, states, findings } = await check({
      ...env,
      PUBLIC_URL: 'https://center.example',
      SMTP_URL: mailServer.url.href,
      MAIL_FROM: 'shop@provider.example',
      MAIL_DKIM_SELECTOR: 'center',
      DNS_SERVERS: dns.address
    })
    expect(findings.filter(({ severity, remedy }) => severity !== 'fine' || remedy !== '')).toEqual([])
    expect(Object.keys(states).toSorted()).toEqual(await codes())
    expect(new Set(Object.values(states))).toEqual(new Set(['fine']))
    expect(code).toBe(0)
    expect(mailServer.arrived).toEqual([])
  })

  test('warns of what is missing though the server runs', async () => {
    expect(await check(await createInstallation())).toMatchObject({
      code: 3,
      states: {
        'public-url': 'warning',
        storage: 'fine',
        'mail-server': 'warning',
        database: 'fine',
        letterhead: 'warning'
      }
    })
  })

  test('reads the texts of mails and pages, as the command that prints them has them', async () => {
    const installation = await createInstallation()
    const folder = installation.DATA_FOLDER
    const [config, texts] = [join(folder, 'config.json'), join(folder, 'own/text.server.custom.json')]
    await mkdir(join(folder, 'own'))
    await writeFile(config, '{"folder":"own"}')
    const env = { ...installation, CONFIG_FILE: config }
    const { stdout: shipped } = await runProvider(['texts', '--json'], env)
    await writeFile(texts, shipped)
    expect((await check(env)).states['own-texts']).toBe('fine')
    await writeFile(texts, shipped.replace('{until}', '{end}'))
    const { code, output } = await check(env)
    expect(code).toBe(1)
    expect(output).toContain(
      `The file text.server.custom.json in the folder ${join(folder, 'own')} of CONFIG_FILE lacks {until} in the text `
    )
  })

  test('notices a copied data folder, which holds mails and webhooks back until it is released', async () => {
    const [{ DATA_FOLDER: original }, copy] = [await createInstallation('embedded'), await newFolder()]
    expect((await check({ DATA_FOLDER: original })).states['outgoing-hold']).toBe('fine')
    await cp(original, copy, { recursive: true, preserveTimestamps: true })
    expect(await check({ DATA_FOLDER: copy })).toMatchObject({ code: 1, states: { 'outgoing-hold': 'failed' } })
    expect(await runProvider(['outgoing', 'release'], { DATA_FOLDER: copy })).toEqual({
      code: 0,
      stdout: 'Mails and webhooks leave again.\n',
      stderr: ''
    })
    expect((await check({ DATA_FOLDER: copy })).states['outgoing-hold']).toBe('fine')
  })

  test('demands the files and the signing key that the database knows of', async () => {
    const env = await createInstallation()
    const folder = env.DATA_FOLDER
    const kept = { sha256: 'a'.repeat(64), storage_key: '1/files/kept', size_bytes: 3 }
    const lost = { sha256: 'b'.repeat(64), storage_key: '1/files/lost', size_bytes: 3 }
    await withDatabase(env, async ({ db }) => {
      await addCustomer(db, 100)
      await addRows(db, 'stored_files', ...[kept, lost].map((file) => ({ provider_id: 1, ...file })))
    })
    const files = join(folder, 'documents/1/files')
    await mkdir(files, { recursive: true })
    for (const name of ['kept', 'lost']) await writeFile(join(files, name), 'abc')
    expect((await check(env)).states).toMatchObject({ 'stored-files': 'fine', 'signing-key': 'fine' })
    await rm(join(files, 'lost'))
    await rm(join(folder, 'signing-key.pem'))
    const { code, states, output } = await check(env)
    expect({ code, states }).toMatchObject({
      code: 1,
      states: { 'stored-files': 'failed', 'signing-key': 'failed', storage: 'fine' }
    })
    expect(output).toContain(
      'Of 2 of 2 files that the database names 1 are missing or of another size, such as 1/files/lost'
    )
    expect(output).toContain('is missing, though letters were signed here before')
    expect(await readdir(folder)).not.toContain('signing-key.pem')
  })

  test.skipIf(postgresServer() === null)('finds no database in a folder that lacks its DATABASE_URL', async () => {
    // A folder that nothing has made yet.
    const folder = join(await newFolder(), 'new', 'center')
    const { url, drop } = await createPostgresDatabase(postgresServer() ?? '', 'migrated')
    onTestFinished(drop)
    const list = (env: object) => runProvider(['key', 'list'], { DATA_FOLDER: folder, ...env })
    expect(await list({ DATABASE_URL: url })).toMatchObject({ code: 0 })
    const stderr = expect.stringContaining('The setting DATABASE_URL is missing: the data folder') as string
    expect(await list({})).toMatchObject({ code: 1, stderr })
    expect((await check({ DATA_FOLDER: folder })).states['database']).toBe('failed')
    expect(await readdir(folder)).not.toContain('database')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('ends with 1 where something fails, and looks at the rest', async () => {
    const { code, states, output } = await check({
      DATA_FOLDER: await newFolder(),
      DATABASE_URL: 'postgres://somebody:secret-word@127.0.0.1:1/center',
      SMTP_URL: 'smtp://somebody:secret-word@127.0.0.1:1',
      MAIL_FROM: 'shop@provider.example',
      // Nothing listens there.
      DNS_SERVERS: '127.0.0.1:1'
    })
    expect({ code, states }).toEqual({
      code: 1,
      states: {
        version: 'fine',
        'demo-accounts': 'fine',
        'public-url': 'warning',
        storage: 'fine',
        'disk-space': 'fine',
        'mail-server': 'failed',
        'mail-spf': 'warning',
        'mail-dkim': 'warning',
        'mail-dmarc': 'warning',
        database: 'failed'
      }
    })
    expect(output).not.toContain('secret-word')
  })
})
