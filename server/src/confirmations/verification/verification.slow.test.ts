import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect } from 'vitest'
import { participation, hourRecord } from '../../../../testing/server/confirmations.ts'
import { addCustomer } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { letterhead } from '../../../../testing/server/letterhead.ts'
import { pagesOf, savedAgain, withoutPoppler, withoutQpdf } from '../../../../testing/server/pdf.ts'
import { readPage, tokenOf, visitor } from '../../../../testing/server/verification.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { ParticipationContent } from '../letter/letter-content.ts'
import { createLetterTypesetter } from '../letter/letter-typesetter.ts'
import { registerLetter, revokeLetter } from './issued-letter.repository.ts'
import { openLetterSigner, type SignedLetter } from './letter-signer.ts'
import { newSerialNumber, formatSerialNumber } from './serial-number.ts'

const publicUrl = 'https://center.example'

const withOwnKey = () => ({ ...readConfig({ SIGNING_KEY: randomBytes(32).toString('base64') }), publicUrl })
const typesetter = createLetterTypesetter({ letterTemplates: '' })
const owner = { providerId: 1, customerId: 5100, contactId: 5104 }

const test = serverTest
  // The server is behind a proxy, so that each test can have its own address and budget.
  .extend('overrides', { scope: 'file' }, { config: { trustProxy: ['127.0.0.1'] } })
  .extend('signer', { scope: 'file' }, async ({ db }, { onCleanup }) => {
    await addCustomer(db, owner.customerId)
    onCleanup(() => typesetter.close())
    return openLetterSigner(withOwnKey(), db, typesetter)
  })
  .extend('sign', { scope: 'file' }, ({ signer }) => {
    return (more: Partial<ParticipationContent> = {}) =>
      signer.sign({ kind: 'participation', content: { ...participation, ...more } }, letterhead)
  })
  .extend('issue', { scope: 'file' }, ({ db }) => async (draft: SignedLetter) => {
    await db.transaction().execute((trx) => registerLetter(trx, owner, draft))
    return draft
  })
  .extend('genuine', { scope: 'file' }, async ({ sign, issue }) => issue(await sign()))
  .extend('hours', { scope: 'file' }, async ({ signer, issue }) =>
    issue(await signer.sign({ kind: 'hour-record', content: hourRecord }, letterhead))
  )
  .extend('send', ({ server }) => {
    return async (form: Record<string, string>, headers: Record<string, string> = visitor()) =>
      readPage(await fetch(`${server.url}/verify`, { method: 'POST', body: new URLSearchParams(form), headers }))
  })
  .extend('upload', ({ server }) => async (bytes: Uint8Array, name = 'Bestätigung.pdf') => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name)
    return readPage(await fetch(`${server.url}/verify/file`, { method: 'POST', body, headers: visitor() }))
  })

describe('checking letters', () => {
  test('the page needs no login, runs nothing foreign, is kept by nobody and framed by nobody', async ({ server }) => {
    const page = await readPage(await fetch(`${server.url}/verify`))
    expect([page.status, page.result]).toEqual([200, undefined])
    expect(page.text).toContain('<html lang="de"')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none';img-src 'self';style-src 'self';script-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'"
    )
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('set-cookie')).toBeNull()
    for (const [, path] of page.text.matchAll(/(?:href|src)="([^"]+)"/g))
      expect((await fetch(server.url + path)).ok, path).toBe(true)
  })

  test('a number in any spelling is genuine, and shows what is printed', async ({ genuine, send }) => {
    for (const number of [
      genuine.serialNumber,
      formatSerialNumber(genuine.serialNumber).toLowerCase(),
      ` ${formatSerialNumber(genuine.serialNumber).replaceAll('-', ' – ')}`
    ]) {
      const page = await send({ number })
      expect([page.status, page.result]).toEqual([200, 'Echt'])
      for (const part of [
        'Akademie',
        participation.participant,
        participation.event,
        '12.03.2026 – 13.03.2026',
        '14,5',
        'Steinbacher &amp; Partner GmbH'
      ])
        expect(page.text).toContain(part)
    }
  })

  test('page, code and paper show one name and caption, without unseen signs', async ({ sign, issue, send }) => {
    const imported = {
      participant: ' Eva\u202E\tMaria\u200B Wö\u00ADrle\u0000 ',
      event: `Teil \u2066 1: ${'x'.repeat(50)}`
    }
    const shown = { participant: 'Eva Maria Wörle', event: `Teil 1: ${'x'.repeat(50)}` }
    const draft = await issue(await sign({ ...imported }))
    const page = await send({ number: draft.serialNumber })
    for (const text of Object.values(shown)) expect(page.text).toContain(`<dd>${text}</dd>`)
    const payload = Buffer.from(tokenOf(draft).split('.')[1] ?? '', 'base64url').toString()
    expect(JSON.parse(payload)).toMatchObject({ p: shown.participant, e: shown.event })
    if (!withoutPoppler) expect(pagesOf(Buffer.from(draft.pdf)).join()).toContain(shown.participant)
  })

  test('the letters that a number never has are read as digits', async ({ signer, issue, send }) => {
    let number = newSerialNumber()
    while (!/0/.test(number) || !/1/.test(number)) number = newSerialNumber()
    await issue(await signer.sign({ kind: 'participation', content: participation }, letterhead, number))
    for (const one of ['I', 'l']) {
      const typed = formatSerialNumber(number).replaceAll('0', 'o').replaceAll('1', one)
      expect([typed, (await send({ number: typed })).result]).toEqual([typed, 'Echt'])
    }
  })

  test('an hour record shows its events and their sum', async ({ hours, send }) => {
    const page = await send({ number: hours.serialNumber })
    expect(page.text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toMatch(
      /Lohnverrechnung 12\.01\.2026 – 14\.01\.2026, Linz 22,50 Datenschutz \(Aufzeichnung\) jederzeit 2,25 Summe 24,75/
    )
  })

  test('hours from a thousand on have the point that the letter has', async ({ sign, issue, send }) => {
    const draft = await issue(await sign({ hours: 1234.5 }))
    expect((await send({ number: draft.serialNumber })).text).toContain('1.234,5')
    if (!withoutPoppler) expect(pagesOf(Buffer.from(draft.pdf)).join()).toContain('1.234,5')
  })

  test('a revoked letter says so by number, code and file', async ({ db, sign, issue, send, upload }) => {
    const revoked = await issue(await sign({ participant: '<i>Eva</i> & "Co"' }))
    expect(await revokeLetter(db, revoked.serialNumber, 'Verwechslung')).toMatchObject({ wasRevoked: false })
    const answers = [
      await send({ number: revoked.serialNumber }),
      await send({ code: tokenOf(revoked) }),
      await upload(revoked.pdf),
      await upload(Buffer.concat([revoked.pdf, Buffer.from('\n%%EOF')]))
    ]
    for (const { result, text } of answers) {
      expect(result).toBe('Zurückgezogen')
      expect(text).toContain('&lt;i&gt;Eva&lt;/i&gt; &amp; &quot;Co&quot;')
      expect(text).not.toContain('Verwechslung')
    }
  })

  test('a letter that was signed but never issued is unknown', async ({ sign, send, upload }) => {
    const unregistered = await sign()
    expect((await send({ number: unregistered.serialNumber })).result).toBe('Unbekannt')
    expect((await send({ code: tokenOf(unregistered) })).result).toBe('Unbekannt')
    expect((await upload(unregistered.pdf)).result).toBe('Unbekannt')
  })

  test('a code that was tampered with or signed by a foreign key is refused', async ({ db, genuine, send }) => {
    const token = tokenOf(genuine)
    expect((await send({ code: token })).result).toBe('Echt')
    const [head = '', payload = '', signature = ''] = token.split('.')
    const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('14.5', '94.5')).toString(
      'base64url'
    )
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const foreignSigner = await openLetterSigner(withOwnKey(), db, typesetter)
    const foreign = tokenOf(await foreignSigner.sign({ kind: 'participation', content: participation }, letterhead))
    await db
      .deleteFrom('signing_keys')
      .where('key_id', '=', JSON.parse(Buffer.from(foreign.split('.')[0] ?? '', 'base64url').toString()).kid)
      .execute()
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const forged = [
      `${head}.${other}.${signature}`,
      `${head}.${payload}.${flipped}`,
      `${none}.${payload}.${signature}`,
      foreign,
      `${token}x`,
      'eyJ..',
      'x'.repeat(9000)
    ]
    for (const code of forged) expect((await send({ code })).result).toBe('Unbekannt')
  })

  test('a file is genuine byte for byte; an edited one is shown as changed', async ({ genuine, upload }) => {
    expect((await upload(genuine.pdf)).result).toBe('Echt')
    const edited = Buffer.concat([genuine.pdf, Buffer.from('\n%%EOF')])
    for (const bytes of withoutQpdf ? [edited] : [edited, savedAgain(genuine.pdf)]) {
      const page = await upload(bytes)
      expect(page.result).toBe('Datei verändert')
      expect(page.text).toContain(participation.participant)
    }
  })

  test('a foreign PDF is unknown; another file, or none, is an error', async ({ upload }) => {
    expect((await upload(Buffer.from('%PDF-1.7\nfremd'))).result).toBe('Unbekannt')
    for (const page of [
      await upload(Buffer.from('GIF89a')),
      await upload(Buffer.alloc(0)),
      await upload(Buffer.alloc(0), '')
    ])
      expect([page.status, page.result]).toEqual([400, 'Nicht geprüft'])
  })

  test('a file over 5 MB is refused, and the server goes on', async ({ genuine, upload }) => {
    const page = await upload(Buffer.concat([genuine.pdf, Buffer.alloc(5 * 1024 * 1024)]))
    expect([page.status, page.result]).toEqual([413, 'Nicht geprüft'])
    expect((await upload(genuine.pdf)).result).toBe('Echt')
    const large = await upload(Buffer.concat([genuine.pdf, Buffer.alloc(5 * 1024 * 1024 - genuine.pdf.length)]))
    expect([large.status, large.result]).toEqual([200, 'Datei verändert'])
  })

  test('the code in a file is found wherever the network has cut the file', async ({ server, genuine }) => {
    const token = tokenOf(genuine)
    // The file has it twice; here the second one is removed.
    const [before = '', ...after] = Buffer.from(genuine.pdf).toString('latin1').split(token)
    const edited = Buffer.from([before + token, ...after].join(''), 'latin1')
    const boundary = 'grenze'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
    const whole = Buffer.concat([Buffer.from(head), edited, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const cut = Buffer.byteLength(head) + before.length + token.length - 5
    async function* parts() {
      yield whole.subarray(0, cut)
      // Once this call is answered, the server has read everything that was sent before.
      await fetch(`${server.url}/livez`)
      yield whole.subarray(cut)
    }
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, ...visitor() }
    const body = Readable.toWeb(Readable.from(parts())) as ReadableStream
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    expect((await readPage(await fetch(`${server.url}/verify/file`, init))).result).toBe('Datei verändert')
  })

  test.for([
    ['multipart/form-data; boundary=x', '--x\r\nkaputt'],
    ['multipart/form-data', 'x'],
    ['application/json', '{}'],
    ['application/x-www-form-urlencoded', `number=${'9'.repeat(20_000)}`]
  ] as const)('a malformed form (%s) gets a page with a German sentence', async ([type, body], { server }) => {
    for (const path of ['/verify', '/verify/file']) {
      const page = await readPage(
        await fetch(server.url + path, { method: 'POST', body, headers: { 'content-type': type, ...visitor() } })
      )
      expect(page.status).toBeGreaterThanOrEqual(400)
      expect(page.status).toBeLessThan(500)
      expect(page.result).toBe('Nicht geprüft')
    }
  })

  test('the log contains no input', ({ server, genuine }) => {
    expect(server.log()).not.toMatch(new RegExp(`${genuine.serialNumber}|Wögerbauer|eyJ`))
  })

  test('a scanned number is looked up; an older signed payload is checked', async ({ genuine, send }) => {
    for (const code of [genuine.serialNumber, tokenOf(genuine)]) {
      const page = await send({ code })
      expect(page.result).toBe('Echt')
      expect(page.text).toContain(participation.participant)
    }
    const wrong = genuine.serialNumber.replace(/.$/, (last) => (last === 'Z' ? 'Y' : 'Z'))
    for (const code of [newSerialNumber(), wrong]) {
      const page = await send({ code })
      expect([page.result, page.text.includes(participation.participant)]).toEqual(['Unbekannt', false])
    }
  })
})
