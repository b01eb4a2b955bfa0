import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root } from './run.ts'

/** A call of the sample backend, and what it has answered. */
export interface SampleAnswer {
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly answer: unknown
}

interface SampleCall {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

const login = { customerNumber: '10041', userName: 'katharina@example.com', password: 'sommer-2030' }
const person = { company: '1', id: '41', contactCompany: '1', contactId: '107001' }

/** Calls of the sample backend in their order, by the contract's names. */
const calls: Readonly<Record<string, readonly [call: string, given?: SampleCall]>> = {
  getToken: ['POST /getToken', { body: { ...login, clientLocale: 'de-at', getRefreshToken: 'true' } }],
  getApiVersion: ['GET /getApiVersion'],
  getCurrentShopUser: [
    'GET /webshopuser/getcurrentwebshopuser',
    { query: { RES_FIELDS: 'WSU_EMAIL,WSU_RECHTE,WSU_TEILNEHMERWECHSEL' } }
  ],
  listShopUsers: ['GET /webshopuser', { query: { RES_FIELDS: 'WSU_EMAIL,WSU_RECHTE' } }],
  getCustomer: ['GET /customer'],
  listCustomerFields: ['GET /webshop/customerfields'],
  listContactFields: ['GET /webshop/contactfields'],
  getPossibleValues: ['GET /webshop/getPossibleValues', { query: { RES_FIELDS: 'KND_VERGLEICHSFELD1' } }],
  listContacts: ['GET /contact', { query: { company: '1', id: '41', pvaid: '7003' } }],
  listInvoiceAddresses: ['GET /address', { query: { addressKind: '3' } }],
  listWebinars: ['GET /eventmanager/webinarlink', { query: { company: '1', id: '41' } }],
  listEventsBySubscriber: ['GET /eventmanager/eventsbysubscriber', { query: person }],
  listEventsByParticipant: [
    'GET /eventmanager/eventsbyparticipant',
    { query: { ...person, from: '01.01.2026', to: '15.06.2026' } }
  ],
  listOrders: ['GET /eventmanager/ordersbysubscriber'],
  listInvoices: ['GET /eventmanager/invoicebysubscriber'],
  listEventDocuments: ['GET /eventmanager/documentsbysubscriber'],
  getDocument: ['GET /dms/getdoc', { query: { documentKey: 'invoice 1', stampNo: '' } }],
  getEventModel: ['GET /eventmodel', { query: { RES_FIELDS: 'MOD_CSS,MOD_SVG', modelId: 'saal', eventId: 'EX' } }],
  getHourRecordLetter: ['GET /eventmanager/lettertimesheet'],
  getParticipationLetter: ['GET /eventmanager/letterparticipation', { query: { eventId: 'EX' } }],
  startFunction: [
    'POST /function/start',
    {
      body: {
        functionName: 'TimesheetLetter',
        parameter:
          'letterNo=2&company=1&id=41&contactCompany=1&contactId=107001&const=1%3AEX&const=2%3AB1&const=3%3A1&const=4%3A41&const=5%3A1&const=6%3A107001&const=7%3A1',
        async: true
      }
    }
  ],
  getAsyncResult: ['GET /function/getasyncresult'],
  saveCustomer: [
    'PUT /customer',
    {
      body: {
        KND_FIRMA: 1,
        KND_ID: 41,
        KND_NACHNAME: 'Huber Holzbau GmbH',
        KND_STRASSE: 'Werkstraße 7',
        KND_PLZ: '4030',
        KND_ORT: 'Linz',
        KND_EMAIL: 'office@example.com',
        KND_VERGLEICHSFELD1: 'bau',
        VERSION: 1
      }
    }
  ],
  createContact: [
    'POST /contact',
    {
      body: {
        ASP_FIRMA: 1,
        ASP_ID: 41,
        ASP_ANREDE: 1,
        ASP_VORNAME: 'Petra',
        ASP_NACHNAME: 'Neumann',
        ASP_EMAIL: 'petra@example.com',
        ASP_SHOPRECHTE: 0,
        ASP_AKTIV: true
      }
    }
  ],
  saveContact: [
    'PUT /contact',
    {
      body: {
        ASP_FIRMA: 1,
        ASP_ID: 41,
        ASP_PVAID: 7003,
        ASP_KONTAKTFIRMA: 1,
        ASP_KONTAKTID: 107_003,
        ASP_ANREDE: 1,
        ASP_VORNAME: 'Magdalena',
        ASP_NACHNAME: 'Winkler-Hofer',
        ASP_EMAIL: 'magdalena@example.com',
        ASP_SHOPRECHTE: 3,
        ASP_AKTIV: true,
        ASP_NEWSLETTER: false,
        VERSION: 1
      }
    }
  ],
  saveInvoiceAddress: [
    'PUT /address',
    {
      body: {
        ADR_FIRMA: 1,
        ADR_ID: 41,
        ADR_ANREDE: 10,
        ADR_NAME: 'Huber Filiale',
        ADR_NAME1: null,
        ADR_STRASSE: 'Ring 1',
        ADR_PLZ: '4600',
        ADR_ORT: 'Wels'
      }
    }
  ],
  saveShopUser: [
    'PUT /webshopuser',
    { body: { WSU_EMAIL: 'katharina@example.com', WSU_PASSWORT: 'winter-2030', VERSION: 1 } }
  ],
  revokeToken: ['POST /revokeToken']
}

/** Makes the calls of the contract at the sample backend, on a day that is always the same. */
export async function readSampleAnswers(): Promise<ReadonlyMap<string, SampleAnswer>> {
  const clock = `${root}/scripts/lib/steady-clock.mjs`
  const child = spawn(process.execPath, ['--import', clock, `${root}/docs/sample-backend/server.mjs`], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  try {
    let url = ''
    for await (const line of createInterface(child.stdout)) {
      url = /http:\/\/[\d.:]+/.exec(line)?.[0] ?? ''
      break
    }
    // Later lines are of no interest, and a full pipe would stop the program.
    child.stdout.resume()
    return await answersOf(`${url}/api`)
  } finally {
    child.kill()
  }
}

async function answersOf(api: string): Promise<ReadonlyMap<string, SampleAnswer>> {
  const answers = new Map<string, SampleAnswer>()
  let token = ''
  let jobId = ''
  for (const [name, [call, given = {}]] of Object.entries(calls)) {
    const query = name === 'getAsyncResult' ? { jobId } : (given.query ?? {})
    const isForm = name === 'getToken'
    const body = given.body && (isForm ? given.body : { data: given.body })
    const ask = () =>
      request(`${api}${call.split(' ')[1] ?? ''}?${new URLSearchParams(query).toString()}`, call, token, body, isForm)
    // The first answer of a job is that it is in work.
    if (name === 'getAsyncResult') await ask()
    const answer = await ask()
    answers.set(name, { query, body: body ?? null, answer })
    const { access_token = '', jobId: started = '' } = (answer.responseData ?? {}) as Record<string, string>
    if (name === 'getToken') token = access_token
    if (name === 'startFunction') jobId = started
  }
  return answers
}

async function request(url: string, call: string, token: string, body: object | undefined, isForm: boolean) {
  const headers = {
    ...(token && { authorization: token }),
    ...(!isForm && body && { 'content-type': 'application/json' })
  }
  const sent = body && (isForm ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body))
  const response = await fetch(url, {
    method: call.split(' ')[0] ?? 'GET',
    headers,
    ...(sent !== undefined && { body: sent })
  })
  const answer = (await response.json()) as { responseData: unknown; responseResult: { Errors: string[] } }
  if (!response.ok || answer.responseResult.Errors.length > 0)
    throw new Error(`The sample backend refuses ${call}: ${answer.responseResult.Errors.join(' ')}`)
  return answer
}
