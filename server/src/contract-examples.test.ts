import { expect } from 'vitest'
import { endpoints } from '@customer-center/contract/endpoints'
import type { PasskeyOptions } from '@customer-center/contract/passkey'
import { authenticator } from '../../testing/server/authenticator.ts'
import { testPassword } from '../../testing/server/customer.ts'
import { evaluation } from '../../testing/server/document-requests.ts'
import { test as serverTest } from '../../testing/server/fixtures.ts'

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const test = serverTest.extend(
  'overrides',
  { scope: 'file' },
  {
    config: {
      development: true,
      publicUrl: 'https://center.example',
      routeRights: { 'confirmations/evaluation': ['admin'] as const }
    }
  }
)

/** Members that are others in each run; the examples have these values. */
const steady: Readonly<Record<string, string>> = {
  challenge: 'YjNkMTA4ZjQ',
  jobId: '3f0a5c1e-7d42-4b7e-9a55-0c9f2d1b6a10',
  passkeyId: 'p7Qx3vT0a1k',
  sessionId: 'Zk1mV2t6cGg',
  rawId: 'q0Zb8yT4c2M',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
  attestationObject: 'o2NmbXRkbm9uZQ',
  fileData: 'JVBERi0xLjcK',
  documentKeys: 'key'
}
const times = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

const compact = (date: string) => date.replaceAll('-', '')
const steadyFile = (text: string) =>
  text
    .replace(/\d{8}T\d{6}Z/g, '20260615T100000Z')
    .replaceAll(compact(day(20)), '20260705')
    .replaceAll(compact(day(21)), '20260706')

/** Replaces what is another value in each run. */
function steadied(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => steadied(one, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, steadied(one, member)]))
  if (typeof value !== 'string') return value
  if (times.test(value)) return '2026-06-15T12:00:00.000+02:00'
  if (name === 'DOK_DATEN') return Buffer.from(steadyFile(Buffer.from(value, 'base64').toString())).toString('base64')
  if (name === 'id' && value.length > 20) return 'q0Zb8yT4c2M'
  if (name === 'url') return value.replace(/[\w-]{20,}/g, 'x3Jd9Qm2')
  return steady[name] ?? value.replaceAll(day(20), '2026-07-05').replaceAll(day(-30), '2026-05-16')
}

test('our server answers each call of a feature as the contract describes it', async ({
  server,
  own,
  seed,

  givePasskey
}) => {
  const { admin, shopfull, contact } = own.shopUsers
  await seed.addEvent(31, day(-30), { caption: 'Arbeitsrecht kompakt' })
  await seed.addEvent(32, day(20), { caption: 'Excel für Fortgeschrittene' })
  await seed.addOrder(admin, 501, '2026-05-01T09:00:00Z')
  for (const event of [31, 32]) await seed.addParticipation(contact, event)
  await seed.addLetter(1)
  await seed.addEvaluations({ caption: 'Besuchte Veranstaltungen' })
  const { controlNo } = await seed.addInvoice(own.customerId, 'RE-0001', '2025-05-16', {
    amount: 480,
    currency: 'EUR',
    due_date: '2025-06-15',
    is_paid: false
  })
  await seed.addScript(31)
  await givePasskey(admin, 'Laptop')

  const headers = await server.headersOf(admin)
  const other = await server.headersOf(admin)
  const answers: Record<string, { query: object; body: unknown; answer: unknown }> = {}
  const ask = async (name: string, given: { query?: Record<string, string>; data?: object } = {}): Promise<unknown> => {
    const { endpoint } = endpoints.find(({ endpoint: { path, method } }) => name === `${method} ${path}`)!
    const query = given.query ?? {}
    const body = given.data && { data: given.data }
    const { status, envelope } = await server.call(
      headers,
      `${endpoint.path}?${new URLSearchParams(query).toString()}`,
      {
        method: endpoint.method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
      }
    )
    expect([name, status, envelope.responseResult.RESTReturnCode, ...envelope.responseResult.Errors]).toEqual([
      name,
      200,
      0
    ])
    answers[name] = { query, body: body ?? null, answer: envelope }
    return envelope.responseData
  }

  await ask('POST /passwordreset', { data: { emailAddress: admin.userName } })
  await ask('POST /passkeys/loginoptions', { data: {} })
  await ask('POST /passkeys/options', { data: {} })
  const [passkey] = (await ask('GET /passkeys')) as { passkeyId: string }[]
  await ask('PUT /passkeys', { data: { passkeyId: passkey?.passkeyId, name: 'Laptop im Büro' } })
  await ask('POST /passkeys/delete', { data: { passkeyId: passkey?.passkeyId } })
  expect(other).not.toEqual(headers)
  const sessions = (await ask('GET /sessions')) as { sessionId: string; isCurrent: boolean }[]
  await ask('POST /sessions/end', { data: { sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.sessionId } })
  await ask('POST /sessions/endothers', { data: {} })
  const device = authenticator('https://center.example', 'center.example')
  const { responseData } = (
    await server.call<PasskeyOptions>(headers, '/passkeys/options', {
      method: 'POST',
      body: '{"data":{}}',
      headers: { 'content-type': 'application/json' }
    })
  ).envelope
  await ask('POST /passkeys', { data: { response: device.create(responseData) } })
  await ask('GET /overview')
  await ask('GET /overview/events')
  await ask('GET /csv/contacts')
  await ask('GET /csv/orders')
  await ask('GET /csv/invoices')
  await ask('GET /contactaccess', { query: { pvaid: String(contact.contactId) } })
  const invited = { ASP_ANREDE: 1, ASP_NACHNAME: 'Neuling', ASP_EMAIL: 'neuling@firma-100.example' }
  const colleague = { ...invited, ASP_SHOPEMAIL: invited.ASP_EMAIL, ASP_SHOPRECHTE: 3, ASP_AKTIV: true }
  const { data: created } = await server.save(headers, ['POST', '/contact'], colleague)
  await ask('POST /contactaccess/send', { data: { pvaid: created?.['ASP_PVAID'] } })
  await ask('GET /calendar/event', { query: { eventId: '32' } })
  await ask('GET /calendar/feed')
  await ask('POST /calendar/feed/renew', { data: {} })
  await ask('POST /calendar/feed/show', { data: {} })
  await ask('POST /calendar/feed/delete', { data: {} })
  await ask('POST /eventmanager/invoicemail', {
    data: { companyNo: own.providerId, controlNo, recipients: [shopfull.contactId], toCompany: false }
  })
  const events = (await ask('GET /eventmanager/documentsbysubscriber')) as { scripts: { documentHash: string }[] }[]
  const documentKeys = events.flatMap(({ scripts }) => scripts.map(({ documentHash }) => documentHash))
  await ask('POST /dms/zip', { data: { documentKeys, name: 'Skripte' } })
  await ask('GET /eventmanager/lettersbyevent', { query: { eventId: '31', no: '1' } })
  await ask('GET /evaluation', { query: { evaluationType: '408' } })
  await ask('GET /evaluation/pdf', { query: { filter: evaluation(own.providerId, 501) } })
  const parameter = `letterNo=1&format=PDF&company=1&id=${own.customerId}&contactCompany=1&contactId=${contact.personId}&eventId=31&participantId=1`
  const data = { functionName: 'StandardLetter', parameter, async: true, caption: 'Arbeitsrecht kompakt' }
  const { jobId } = (await ask('POST /function/start', { data })) as { jobId: string }
  await ask('GET /function/list')
  await ask('POST /function/remove', { data: { jobId } })
  await ask('PUT /webshopuser', { data: { WSU_EMAIL: 'neu@firma-100.example' } })
  await ask('GET /emailchange')
  await ask('POST /emailchange/resend', { data: {} })
  await ask('POST /emailchange/cancel', { data: {} })
  await ask('GET /history')
  const become = { WSU_EMAIL: shopfull.userName, WSU_PASSWORT: testPassword }
  await ask('PUT /webshopuser/setcurrentwebshopuser', { data: become })

  const features = endpoints.flatMap(({ endpoint }) => (endpoint.feature ? `${endpoint.method} ${endpoint.path}` : []))
  const ofOurServer = ['GET /evaluation', 'GET /evaluation/pdf', 'PUT /webshopuser/setcurrentwebshopuser', ...features]
  expect(features.filter((name) => !(name in answers))).toEqual([])
  const examples = Object.entries(answers).filter(([name]) => ofOurServer.includes(name))
  const text = `${JSON.stringify(steadied(Object.fromEntries(examples)), null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../scripts/lib/server-answers.json')
})
