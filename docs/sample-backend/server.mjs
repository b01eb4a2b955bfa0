// A backend of the customer center in one file: Node alone, data in memory. `node server.mjs` prints where it listens
// and who can log in, on a page with the elements and for `apiUrl` of any other page.
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const port = Number(process.env.PORT ?? 4000)
/** Folder of the elements: that of the npm package, or of a build of this repository. */
const folders = ['node_modules/@customer-center/elements/lib', new URL('../../elements/dist', import.meta.url).pathname]
const elements = process.env.ELEMENTS ?? folders.find((folder) => existsSync(join(folder, 'customer-center.js')))

const day = (days) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Vienna' })
const thisYear = day(0).slice(0, 4)

/** Reads a table: names, and below them rows of texts, numbers, flags and empty cells. */
function rowsOf(table) {
  const cellsOf = (line) => line.split('|').map((cell) => cell.trim())
  const [names = [], ...rows] = table.trim().split('\n').map(cellsOf)
  const read = (cell) => (cell === '' ? null : /^(?:\d+(?:\.\d+)?|true|false)$/.test(cell) ? JSON.parse(cell) : cell)
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, read(cells[index] ?? '')])))
}

const Right = { none: 0, admin: 1, shopfull: 2, contact: 3, shoplight: 4 }
const customers = rowsOf(`
  KND_ID | KND_FIRMA | KND_NACHNAME       | KND_STRASSE  | KND_PLZ | KND_ORT | KND_EMAIL          | KND_VERGLEICHSFELD1
  41     | 1         | Huber Holzbau GmbH | Werkstraße 5 | 4030    | Linz    | office@example.com | bau
  42     | 1         | Café Morgenrot     | Hauptplatz 1 | 8010    | Graz    | cafe@example.com   | gast
`).map((row) => ({ ...row, KND_NUMMER: `100${row.KND_ID}`, KND_PLZ: String(row.KND_PLZ), VERSION: 1 }))
const emptyContact = { ASP_FIRMA: 1, ASP_KONTAKTFIRMA: 1, ASP_SHOPRECHTE: 0, ASP_AKTIV: true, ASP_NEWSLETTER: false }
const newContact = (given) => ({
  ...emptyContact,
  VERSION: 1,
  ...given,
  ASP_KONTAKTID: given.ASP_PVAID + 100_000,
  ASP_SHOPEMAIL: given.ASP_EMAIL,
  ASP_ANZEIGEEMAIL: given.ASP_EMAIL
})
const contacts = rowsOf(`
  ASP_PVAID | ASP_ID | ASP_ANREDE | ASP_VORNAME | ASP_NACHNAME | ASP_SHOPRECHTE | ASP_EMAIL
  7001      | 41     | 1          | Katharina   | Huber        | 1              | katharina@example.com
  7002      | 41     | 0          | Stefan      | Oberhofer    | 2              | stefan@example.com
  7003      | 41     | 1          | Magdalena   | Winkler      | 3              | magdalena@example.com
  7004      | 41     | 0          | Željko      | Kovačević    | 4              | zeljko@example.com
  7005      | 42     | 1          | Lena        | Morgenrot    | 1              | lena@example.com
`).map(newContact)
const addresses = rowsOf(`
  ADR_ID | ADR_LFDNR | ADR_FIRMA | ADR_ANREDE | ADR_NAME           | ADR_STRASSE   | ADR_PLZ | ADR_ORT | VERSION
  41     | 1         | 1         | 10         | Huber Holzbau GmbH | Postfach 1234 | 4030    | Linz    | 1
`).map((row) => ({ ...row, ADR_PLZ: String(row.ADR_PLZ) }))
const events = rowsOf(`
  eventId | no | caption                    | from              | to                | location | productType | videoOnDemand
  EX      | 1  | Excel für Fortgeschrittene | ${thisYear}-01-14 | ${thisYear}-01-15 | Linz     | 1           | false
  EX      | 2  | Excel für Fortgeschrittene | ${day(20)}        | ${day(21)}        | Wien     | 1           | false
  AR      | 1  | Arbeitsrecht kompakt       | ${day(-2)}        | ${day(-2)}        | online   | 2           | true
`)
const bookings = rowsOf(`
  id | pvaid | event
  B1 | 7001  | 0
  B2 | 7003  | 0
  B3 | 7003  | 1
  B4 | 7002  | 2
  B5 | 7005  | 2
`).map((row) => ({ ...row, event: events[row.event] }))
const invoices = rowsOf(`
  customer | companyNo | controlNo | documentHash | no      | date              | amount | currency | dueDate    | isPaid
  41       | 1         | 1         | invoice 1    | RE-0001 | ${thisYear}-01-20 | 1782   | EUR      | ${day(-9)} | true
  41       | 1         | 2         | invoice 2    | RE-0002 | ${day(-1)}        | 480.5  | EUR      | ${day(14)} | false
  42       | 1         | 3         | invoice 3    | RE-0003 | ${day(-1)}        | 240    | EUR      | ${day(14)} | false
`).map((row) => ({ ...row, amount: row.amount.toFixed(2) }))
const choices = rowsOf(`
  field               | key     | value
  KND_VERGLEICHSFELD1 | bau     | Baugewerbe
  KND_VERGLEICHSFELD1 | gast    | Gastronomie
`)
const fields = rowsOf(`
  constName           | fieldDescription | requiredField | readOnly
  KND_NUMMER          | Kundennummer     | false         | true
  KND_NACHNAME        | Name             | true          | false
  KND_STRASSE         | Straße           | true          | false
  KND_PLZ             | PLZ              | true          | false
  KND_ORT             | Ort              | true          | false
  KND_EMAIL           | E-Mail           | true          | false
  KND_VERGLEICHSFELD1 | Branche          | false         | false
  ASP_ANREDE          | Anrede           | true          | false
  ASP_VORNAME         | Vorname          | true          | false
  ASP_NACHNAME        | Nachname         | true          | false
  ASP_EMAIL           | E-Mail           | true          | false
  ASP_PASSWORT        | Passwort         | false         | false
  ASP_SHOPRECHTE      | Berechtigung     | false         | false
  ASP_AKTIV           | Aktiv            | false         | false
  ADR_ANREDE          | Anrede           | false         | false
  ADR_NAME            | Nachname         | true          | false
  ADR_NAME1           | Vorname          | false         | false
  ADR_STRASSE         | Straße           | true          | false
  ADR_PLZ             | PLZ              | true          | false
  ADR_ORT             | Ort              | true          | false
`).map((field) => ({ ...field, displayMode: 0 }))
const formOf = (prefix) => fields.filter(({ constName }) => constName.startsWith(prefix))

const hashOf = (password, salt = randomBytes(16)) => ({ salt, hash: scryptSync(password, salt, 32) })
const nobody = hashOf('')
const passwords = new Map(contacts.map(({ ASP_PVAID }) => [ASP_PVAID, hashOf('sommer-2030')]))

/** An answer that is no success; with HTTP 200 it is a save that breaks the rule `rest`. */
const refusal = (http, sentence, rest = http) => Object.assign(new Error(sentence), { http, rest })

/** Gives the fields that RES_FIELDS names; those that this backend does not have are null. */
function fieldsOf(row, query) {
  const codes = query.get('RES_FIELDS')?.split(',') ?? Object.keys(row)
  return Object.fromEntries(codes.map((code) => [code, row[code] ?? null]))
}

/** Writes what differs from what is stored, once all of it is allowed. */
function change(row, data, isWritable = () => true) {
  if (data.VERSION !== undefined && data.VERSION !== row.VERSION)
    throw refusal(200, 'Die Daten wurden inzwischen geändert. Bitte laden Sie sie neu.', 409)
  for (const [code, value] of Object.entries(data)) {
    const field = fields.find(({ constName }) => constName === code)
    const isChanged = code !== 'VERSION' && value !== (row[code] ?? null)
    if (isChanged && (!field || field.readOnly || !isWritable(code)))
      throw refusal(200, `${code} kann hier nicht geändert werden.`, 104)
    if (field?.requiredField && (value === null || value === ''))
      throw refusal(200, `Bitte füllen Sie „${field.fieldDescription}“ aus.`, 103)
    if (code.endsWith('EMAIL') && value && !/^[\w.%+-]+@[a-z\d.-]+\.[a-z]{2,10}$/i.test(value))
      throw refusal(200, 'ungültige E-Mail Adresse', 101)
  }
  return Object.assign(row, data, { VERSION: row.VERSION + 1 })
}

/** A PDF with one line of text, in base64. */
function pdf(text) {
  const content = `BT /F1 16 Tf 60 760 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
  ]
  let file = '%PDF-1.4\n'
  let table = 'xref\n0 6\n0000000000 65535 f \n'
  for (const [index, object] of objects.entries()) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const end = `${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + end, 'latin1').toString('base64')
}

const expiresIn = 900
/** Sessions by token; each has the token that renews it, once. */
const sessions = new Map()
const mayLogIn = ({ ASP_AKTIV, ASP_SHOPRECHTE }) => ASP_AKTIV && ASP_SHOPRECHTE !== Right.none
const mayChangeParticipant = ({ ASP_SHOPRECHTE: right }) => right === Right.admin || right === Right.shopfull

/** Logs in, or renews a session. A real backend limits the tries. */
function getToken(form) {
  const customer = customers.find(({ KND_NUMMER }) => KND_NUMMER === form.get('customerNumber'))
  const name = form.get('userName')?.toLowerCase()
  const named = contacts.find((one) => one.ASP_ID === customer?.KND_ID && one.ASP_SHOPEMAIL === name)
  const { salt, hash } = passwords.get(named?.ASP_PVAID) ?? nobody
  const isRight = () => timingSafeEqual(scryptSync(form.get('password') ?? '', salt, 32), hash)
  const before = [...sessions.values()].find(({ refresh }) => refresh === form.get('refreshToken'))
  sessions.delete(before?.token)
  const contact = before?.contact ?? (isRight() && named)
  // One sentence for all reasons: which of the three was wrong is no business of somebody who guesses.
  if (!contact || !mayLogIn(contact)) throw refusal(401, 'Kundennummer, Name oder Passwort ist falsch.')
  const [token, refresh] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  sessions.set(token, { token, refresh, contact, until: Date.now() + expiresIn * 1000 })
  return { access_token: token, refresh_token: refresh, expires_in: expiresIn }
}

/** Who calls, and whose data they see: participants their own alone. */
function callerOf(request) {
  const session = sessions.get(request.headers.authorization?.replace(/^Bearer /, ''))
  if (!session || session.until < Date.now() || !mayLogIn(session.contact)) throw refusal(401, 'Sie sind abgemeldet.')
  session.until = Date.now() + expiresIn * 1000
  const { ASP_ID: id, ASP_SHOPRECHTE: right } = session.contact
  const customer = customers.find(({ KND_ID }) => KND_ID === id)
  const colleagues = contacts.filter(({ ASP_ID }) => ASP_ID === id)
  const seen = right === Right.contact ? [session.contact] : colleagues
  return { ...session, right, customer, colleagues, seen }
}

const fullName = ({ ASP_VORNAME, ASP_NACHNAME }) => `${ASP_VORNAME} ${ASP_NACHNAME}`
const shopUserOf = (contact) => ({
  WSU_EMAIL: contact.ASP_SHOPEMAIL,
  WSU_RECHTE: contact.ASP_SHOPRECHTE,
  WSU_TEILNEHMERWECHSEL: mayChangeParticipant(contact),
  VERSION: contact.VERSION
})

/** Saves a contact; one with a right logs in by its address. Colleagues' access is for admins alone. */
function saveContact(caller, contact, { ASP_PASSWORT: password, ...given }) {
  const { ASP_SHOPEMAIL: _, ...data } = given
  const { ASP_SHOPRECHTE: right, ASP_EMAIL: email } = { ...contact, ...data }
  const [isAdmin, isOwn, hadAccess] = [caller.right === 1, contact === caller.contact, passwords.has(contact.ASP_PVAID)]
  const isTaken = caller.colleagues.some((one) => one !== contact && one.ASP_SHOPEMAIL === email?.toLowerCase())
  if (right !== Right.none && isTaken) throw refusal(200, 'Diese Adresse hat schon ein anderer Kontakt.', 102)
  if (password && password.length < 6) throw refusal(200, 'Passwort muss mindestens 6 Zeichen lang sein', 106)
  if (password && !isAdmin && !isOwn) throw refusal(200, 'Das Passwort ändert nur ein Administrator.', 104)
  change(contact, data, (code) => {
    if (code === 'ASP_SHOPRECHTE') return isAdmin && !isOwn
    return isAdmin || isOwn || !hadAccess || !['ASP_EMAIL', 'ASP_AKTIV'].includes(code)
  })
  Object.assign(contact, { ASP_ANZEIGEEMAIL: email, ASP_SHOPEMAIL: right === 0 ? null : email.toLowerCase() })
  const generated = right === Right.none || hadAccess || password ? '' : randomBytes(6).toString('base64url')
  if (generated) console.log(`A real backend mails it: ${email} logs in with ${generated}`)
  if (!password && !generated) return contact
  passwords.set(contact.ASP_PVAID, hashOf(password || generated))
  for (const { token, ...one } of sessions.values())
    if (one.contact === contact && token !== caller.token) sessions.delete(token)
  return contact
}

/** Participations until today, of the person whom the query names or of all; its keys only narrow what is seen. */
function participations({ contact, seen }, query) {
  const asked = query.get('contactId')
  const isAsked = ({ ASP_KONTAKTID }) => !asked || String(ASP_KONTAKTID) === asked
  const people = mayChangeParticipant(contact) ? seen.filter(isAsked) : [contact]
  const [from, to] = ['from', 'to'].map((name) => query.get(name)?.split('.').toReversed().join('-'))
  return bookings
    .filter(({ pvaid, event }) => people.some((one) => one.ASP_PVAID === pvaid) && event.to <= day(0))
    .filter(({ event }) => (!from || event.to >= from) && (!to || event.from <= to))
    .map(({ id, event }) => ({
      VER_BEZEICHNUNG: event.caption,
      VER_ID: event.eventId,
      VER_LFDNR: event.no,
      VER_TEILNEHMERID: id,
      VER_VON: event.from,
      VER_BIS: event.to
    }))
    .map((row) => fieldsOf(row, query))
}

function bookedEvents({ seen }) {
  return events.flatMap((event) => {
    const booked = bookings.filter((one) => one.event === event)
    const people = seen.filter(({ ASP_PVAID }) => booked.some(({ pvaid }) => pvaid === ASP_PVAID))
    const participantId = booked.find(({ pvaid }) => pvaid === people[0]?.ASP_PVAID)?.id
    return people.length > 0 ? [{ event: { ...event, participantId }, people }] : []
  })
}

const eventDocuments = (caller) =>
  bookedEvents(caller).map(({ event }) => {
    const documentHash = `script ${event.eventId} ${event.no}`
    return { ...event, scripts: [{ caption: `Skript ${event.caption}`, documentHash, fileName: 'Skript.pdf' }] }
  })

const invoiceRows = ({ contact, customer: { KND_ID } }) =>
  invoices.filter(({ customer }) => mayChangeParticipant(contact) && customer === KND_ID)

function documentOf(caller, query) {
  const scripts = eventDocuments(caller).flatMap((event) => event.scripts)
  const found = [...invoiceRows(caller), ...scripts].find((one) => one.documentHash === query.get('documentKey'))
  if (!found) throw refusal(404, 'Dieses Dokument gibt es nicht.')
  const { caption = `Rechnung ${found.no}`, fileName = `${found.no}.pdf` } = found
  return { DOK_INFO: null, DOK_NAME: fileName, DOK_DATEN: pdf(caption) }
}

const jobs = new Map()
/** Starts a confirmation or an hour record; `parameter` is a query string. */
function startJob(caller, { functionName, parameter }) {
  const query = new URLSearchParams(parameter)
  const participantIds = query.getAll('const').find((one) => one.startsWith('2:'))
  const kinds = {
    StandardLetter: ['Teilnahmebestätigung', [query.get('participantId')]],
    TimesheetLetter: ['Stundennachweis', participantIds?.slice(2).split(';') ?? []]
  }
  if (!Object.hasOwn(kinds, functionName)) throw refusal(400, `Unbekannte Funktion: ${functionName}`)
  const [title, ids] = kinds[functionName]
  const own = participations(caller, new URLSearchParams({ contactId: query.get('contactId') ?? '' }))
  const asked = ids.map((id) => own.find(({ VER_TEILNEHMERID }) => VER_TEILNEHMERID === id))
  if (asked.includes(undefined)) throw refusal(404, 'Bestätigung nicht verfügbar')
  const jobId = randomBytes(8).toString('hex')
  const text = [title, ...asked.map((one) => one.VER_BEZEICHNUNG)].join(', ')
  jobs.set(jobId, { contact: caller.contact, text, polls: 0 })
  return { jobId }
}

function jobResult({ contact }, query) {
  const jobId = query.get('jobId')
  const job = jobs.get(jobId)
  if (job?.contact !== contact) throw refusal(404, 'Diesen Auftrag gibt es nicht.')
  job.polls += 1
  return job.polls === 1 ? { jobId, status: 1, fileData: null } : { jobId, status: 2, fileData: pdf(job.text) }
}

const saal = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 8 8"><circle data-seat="A1" r="3"/></svg>'
const withoutLogin = { 'POST /getToken': getToken, 'GET /getApiVersion': () => ({ api_version: '1.0' }) }
const calls = {
  'POST /revokeToken': ({ token }) => void sessions.delete(token),
  'GET /webshopuser/getcurrentwebshopuser': ({ contact }, query) => fieldsOf(shopUserOf(contact), query),
  'GET /webshopuser': ({ contact, colleagues, right }, query) =>
    (right === Right.admin ? colleagues.filter(mayLogIn) : [contact]).map((one) => fieldsOf(shopUserOf(one), query)),
  'PUT /webshopuser'(caller, _query, { WSU_EMAIL, WSU_PASSWORT: ASP_PASSWORT, VERSION }) {
    const ASP_EMAIL = WSU_EMAIL ?? caller.contact.ASP_EMAIL
    return shopUserOf(saveContact(caller, caller.contact, { ASP_EMAIL, ASP_PASSWORT, ...(VERSION && { VERSION }) }))
  },
  'GET /customer': ({ customer }, query) => fieldsOf(customer, query),
  'PUT /customer': ({ customer }, _query, data) => change(customer, data),
  'GET /webshop/getPossibleValues': () =>
    Object.fromEntries(choices.map(({ field }) => [field, choices.filter((one) => one.field === field)])),
  'GET /webshop/customerfields': () => formOf('KND'),
  'GET /webshop/contactfields': () => formOf('ASP'),
  'GET /contact'({ seen }, query) {
    const [shopEmail, pvaid] = [query.get('shopEmail')?.toLowerCase(), query.get('pvaid')]
    return seen
      .filter((one) => (!shopEmail || one.ASP_SHOPEMAIL === shopEmail) && (!pvaid || String(one.ASP_PVAID) === pvaid))
      .map((one) => fieldsOf(one, query))
  },
  'POST /contact'(caller, _query, data) {
    const contact = newContact({ ASP_ID: caller.customer.KND_ID, ASP_PVAID: 7001 + contacts.length })
    const { ASP_PVAID: _, ASP_KONTAKTID: __, ...given } = data
    contacts.push(saveContact(caller, contact, given))
    return contact
  },
  'PUT /contact'(caller, _query, data) {
    const contact = caller.colleagues.find(({ ASP_PVAID }) => ASP_PVAID === Number(data.ASP_PVAID))
    if (!contact) throw refusal(404, 'Diesen Kontakt gibt es nicht.')
    return saveContact(caller, contact, data)
  },
  'GET /address': ({ customer }, query) =>
    addresses.filter(({ ADR_ID }) => ADR_ID === customer.KND_ID).map((one) => fieldsOf(one, query)),
  'PUT /address'({ customer: { KND_ID: ADR_ID } }, _query, { ADR_LFDNR = null, ...data }) {
    const own = addresses.filter((one) => one.ADR_ID === ADR_ID)
    const fresh = { ADR_FIRMA: 1, ADR_ID, ADR_LFDNR: own.length + 1, ADR_ART: 3, VERSION: 1 }
    const address = ADR_LFDNR === null ? fresh : own.find((one) => one.ADR_LFDNR === Number(ADR_LFDNR))
    if (!address) throw refusal(404, 'Diese Adresse gibt es nicht.')
    change(address, data)
    if (address === fresh) addresses.push(address)
    return address
  },
  'GET /eventmanager/webinarlink': (caller, query) =>
    bookedEvents(caller)
      .filter(({ event }) => event.videoOnDemand)
      .map(({ event }) => ({ WEB_BEZEICHNUNG: event.caption, WEB_LINK: 'https://example.com', WEB_GUELTIGBIS: day(9) }))
      .map((one) => fieldsOf(one, query)),
  'GET /eventmanager/eventsbysubscriber': participations,
  'GET /eventmanager/eventsbyparticipant': participations,
  'GET /eventmanager/ordersbysubscriber': (caller) =>
    bookedEvents(caller).map(({ event, people }, index) => {
      const participants = people.map((one) => ({ caption: fullName(one) }))
      return { no: index + 1, date: event.from, orderedFrom: fullName(people[0]), events: [{ ...event, participants }] }
    }),
  'GET /eventmanager/invoicebysubscriber': invoiceRows,
  'GET /eventmanager/documentsbysubscriber': eventDocuments,
  'GET /eventmanager/lettertimesheet': () => ({ letterNo: 2 }),
  'GET /eventmanager/letterparticipation': () => ({ letterNo: 1 }),
  'GET /dms/getdoc': (caller, query) => fieldsOf(documentOf(caller, query), query),
  'GET /eventmodel'(_caller, query) {
    if (query.get('modelId') !== 'saal') throw refusal(404, 'Dieses Modell gibt es nicht.')
    return fieldsOf({ MOD_CSS: 'circle { fill: green }', MOD_SVG: saal }, query)
  },
  'POST /function/start': (caller, _query, data) => startJob(caller, data),
  'GET /function/getasyncresult': jobResult
}
const { admin, shopfull, shoplight } = Right
const rightsOf = {
  'PUT /customer': [admin],
  'POST /contact': [admin, shopfull, shoplight],
  'PUT /contact': [admin, shopfull, shoplight],
  'GET /address': [admin, shopfull, shoplight],
  'PUT /address': [admin, shopfull],
  'GET /eventmanager/ordersbysubscriber': [admin, shopfull],
  'GET /eventmanager/invoicebysubscriber': [admin, shopfull]
}

async function readBody(request) {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk
    if (body.length > 100_000) throw refusal(413, 'Die Anfrage ist zu groß.')
  }
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams(body)
  return body === '' ? {} : JSON.parse(body)
}

async function answer(request, call, query) {
  if (request.method === 'OPTIONS') return null
  const version = request.headers['content-version'] ?? request.headers['content_version'] ?? '1.0'
  if (version !== '1.0') throw refusal(400, `Die Version ${version} kennt dieser Server nicht.`)
  const body = await readBody(request)
  if (Object.hasOwn(withoutLogin, call)) return withoutLogin[call](body)
  if (!Object.hasOwn(calls, call)) throw refusal(404, 'Diesen Aufruf gibt es nicht.')
  const caller = callerOf(request)
  if (rightsOf[call]?.includes(caller.right) === false) throw refusal(403, 'Dafür haben Sie keine Berechtigung.')
  return calls[call](caller, query, body?.data ?? {})
}

/** Headers for pages of other origins. A real backend lists the shop's; the elements send no other headers than these. */
const cors = (origin = '*') => ({
  vary: 'origin',
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'cache-control': 'no-store',
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': 'Authorization, Content-Type, CONTENT-VERSION, CONTENT_VERSION'
})

const page = (tag) => `<!doctype html><html lang="de"><meta charset="utf-8"><title>Kundencenter</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<body>${tag}<script type="module" src="/customer-center.js"></script>`
const files = {
  '/': ['text/html', page('<customer-center></customer-center>')],
  '/others': ['text/html', page('<customer-contact></customer-contact><event-layers model-id="saal"></event-layers>')],
  '/assets/config.prod.json': ['application/json', '{"apiUrl": "/api", "customTexts": false}']
}
const types = { '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml' }

function fileOf(path) {
  if (Object.hasOwn(files, path)) return files[path]
  const file = normalize(join(elements ?? '', path))
  const isThere = elements !== undefined && file.startsWith(normalize(elements) + sep) && existsSync(file)
  return isThere && extname(file) in types ? [types[extname(file)], readFileSync(file)] : undefined
}

async function serve(request, response) {
  const { pathname, searchParams } = new URL(`http://localhost${request.url}`)
  const headers = cors(request.headers.origin)
  if (!pathname.startsWith('/api/')) {
    // Our server has these files at `/elements/` and `/elements/v1/`, where the plugin for WordPress reads them.
    const [type = 'text/plain', body] = fileOf(pathname.replace(/^\/elements(\/v1)?(?=\/)/, '')) ?? []
    response.writeHead(body ? 200 : 404, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(body)
    return
  }
  const send = (responseData = null, HTTPReturnCode = 200, RESTReturnCode = 0, Errors = []) => {
    const body = JSON.stringify({ responseData, responseResult: { HTTPReturnCode, RESTReturnCode, Errors } })
    response.writeHead(HTTPReturnCode, { ...headers, 'content-type': 'application/json' }).end(body)
  }
  try {
    send(await answer(request, `${request.method} ${pathname.slice('/api'.length)}`, searchParams))
  } catch (error) {
    const { http = error instanceof SyntaxError ? 400 : 500, rest = http } = error
    if (http === 500) console.error(error)
    send(null, http, rest, [error.http ? error.message : 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.'])
  }
}

const server = createServer((request, response) => {
  serve(request, response).catch(() => response.destroy())
})
server.listen(port, '127.0.0.1', () => {
  const shown = elements ? 'shows the elements' : 'lacks the elements: name their folder in ELEMENTS'
  console.log(`http://127.0.0.1:${server.address().port}/ ${shown}; its path /api is the backend.`)
  for (const { ASP_ID, ASP_SHOPEMAIL, ASP_SHOPRECHTE } of contacts)
    console.log(`Kundennummer 100${ASP_ID}, ${ASP_SHOPEMAIL}, sommer-2030 (right ${ASP_SHOPRECHTE})`)
})
