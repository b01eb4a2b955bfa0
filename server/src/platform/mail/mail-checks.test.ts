import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test as plainTest } from 'vitest'
import { startDnsServer } from '../../../../testing/server/dns-server.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { readConfig } from '../config/config.ts'
import { mailChecks } from './mail-checks.ts'

const from = { MAIL_FROM: 'post@kurse.akademie.example', SMTP_URL: 'smtps://mail.dienst.example' }
const spf = { 'kurse.akademie.example': ['v=spf1 include:dienst.example -all'] }
const dkim = { 'a._domainkey.kurse.akademie.example': ['k=rsa; p=MIIB'] }

const test = plainTest
  .extend('dns', async () => {
    const dns = await startDnsServer()
    onTestFinished(dns.close)
    return dns
  })
  .extend('look', ({ dns }) => async (code: string, settings: Record<string, string> = from) => {
    const outcome = await mailChecks[code]?.(readConfig({ DNS_SERVERS: dns.address, ...settings }))
    return typeof outcome === 'string' ? { severity: 'fine', sentence: outcome, remedy: '' } : outcome
  })

test('the record for SPF names what hands mails to receivers', async ({ look }) => {
  const recordFor = async (settings: object) =>
    /TXT "(.+)"/.exec((await look('mail-spf', { ...from, ...settings }))?.remedy ?? '')?.[1]
  expect(await recordFor({})).toBe('v=spf1 a:mail.dienst.example ~all')
  expect(await recordFor({ SMTP_URL: 'smtps://192.0.2.7' })).toBe('v=spf1 ip4:192.0.2.7 ~all')
  expect(await recordFor({ SMTP_URL: 'smtps://[2001:db8::7]' })).toBe('v=spf1 ip6:2001:db8::7 ~all')
  const here = { SMTP_URL: 'smtp://localhost:25' }
  expect(await recordFor(here)).toBe('v=spf1 mx ~all')
  expect(await recordFor({ ...here, PUBLIC_URL: 'https://center.example/app' })).toBe('v=spf1 a:center.example ~all')
})

test('several records for SPF count as none', async ({ look, dns }) => {
  Object.assign(dns.records, { 'kurse.akademie.example': ['v=spf1 mx -all', 'v=spf1 -all', 'v=spf10'] })
  expect(await look('mail-spf')).toMatchObject({ severity: 'warning', sentence: expect.stringContaining('2 records') })
  Object.assign(dns.records, spf)
  expect(await look('mail-spf')).toMatchObject({ severity: 'fine' })
})

test('the key of DKIM is that of the server, or any that is not empty', async ({ look, dns }) => {
  expect(await look('mail-dkim')).toMatchObject({ severity: 'warning', sentence: expect.stringContaining('Nothing') })
  const selector = { ...from, MAIL_DKIM_SELECTOR: 'a' }
  expect(await look('mail-dkim', selector)).toMatchObject({ sentence: expect.stringContaining('has no key') })
  Object.assign(dns.records, { 'a._domainkey.kurse.akademie.example': ['v=DKIM1; p='] })
  expect(await look('mail-dkim', selector)).toMatchObject({ severity: 'warning' })
  Object.assign(dns.records, dkim)
  expect(await look('mail-dkim', selector)).toMatchObject({ severity: 'fine' })
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const MAIL_DKIM_KEY = key.export({ type: 'pkcs1', format: 'pem' }).toString()
  expect(await look('mail-dkim', { ...selector, MAIL_DKIM_KEY })).toMatchObject({
    sentence: expect.stringContaining('has another key'),
    remedy: expect.stringMatching(/^Add to the DNS:\na\._domainkey\.kurse\.akademie\.example\. TXT "v=DKIM1; k=rsa; p=/)
  })
  expect(() => readConfig({ ...from, MAIL_DKIM_KEY })).toThrow('The setting MAIL_DKIM_SELECTOR is missing')
})

test('a record for DMARC of a domain above the sender’s counts', async ({ look, dns }) => {
  expect(await look('mail-dmarc')).toMatchObject({
    remedy:
      'Add to the DNS:\n_dmarc.kurse.akademie.example. TXT "v=DMARC1; p=none; rua=mailto:post@kurse.akademie.example"'
  })
  Object.assign(dns.records, { '_dmarc.akademie.example': ['v=DMARC1; p=reject'] })
  expect(await look('mail-dmarc')).toMatchObject({ severity: 'fine' })
})

test('each shop’s sender is looked at, and nothing where no mail leaves', async ({ look, dns }) => {
  const folder = await newFolder()
  const shops = { nord: { providerId: 1, mailFrom: 'post@nord.example' } }
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ shops }))
  Object.assign(dns.records, spf)
  const settings = { ...from, CONFIG_FILE: join(folder, 'config.json'), PUBLIC_URL: 'https://center.example' }
  expect(await look('mail-spf', settings)).toMatchObject({ sentence: expect.stringMatching(/^nord\.example has no/) })
  expect(await look('mail-spf', {})).toMatchObject({ severity: 'fine' })
})

test('a DNS that gives no answer is no proof that a record is missing', async ({ look, dns }) => {
  dns.fails = true
  expect(await look('mail-spf')).toMatchObject({
    severity: 'warning',
    sentence: 'The DNS gave no answer (ESERVFAIL).',
    remedy: expect.stringContaining('DNS_SERVERS')
  })
})
