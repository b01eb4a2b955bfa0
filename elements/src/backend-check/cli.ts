/* oxlint-disable no-console -- a command that writes to a terminal. */
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { readRuntimeConfig } from '@customer-center/contract/runtime-config'
import { revokeToken } from '@customer-center/contract/session'
import { rejectOnAbort } from '../lib/abort-signal.ts'
import { absoluteUrl } from '../lib/absolute-url.ts'
import { BackendCheck } from './backend-check.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { checkCors } from './check-cors.ts'
import { type Credentials, openSession } from './log-in.ts'
import { readCalls } from './read-calls.ts'
import { reportPage } from './report-page.ts'
import { type BackendReport, reportOf, reportText } from './report.ts'
import { writeCalls } from './write-calls.ts'

const usage = `customer-center-check <apiUrl> [options]

Reads each call of a person's right at a backend of the customer center, and says what the elements
cannot use. It changes nothing. It asks for a login, whose password is not shown.

  --config FILE|URL         the page's configuration: fieldCodes, features, apiVersion, appKey …
  --token TOKEN             a session's token, instead of a login
  --customer-number NUMBER  of the login
  --user NAME               of the login
  --origin ORIGIN           of a page elsewhere, such as https://shop.example: checks CORS
  --write HOST[:PORT]       saves each kind of row at that host and puts it back, makes up to three
                            documents (six with idempotencyKeys, if the backend ignores the keys),
                            and tries what must be refused; HOST is that of apiUrl, and it asks
                            first
  --model ID                a drawing of <event-layers>, which no list names
  --html FILE               writes the result as a page, for the vendor of the backend
  --json                    prints the result as JSON

Exit code 0: every call holds; 1: there are faults; 2: it could not be run, or was stopped.`

const options = {
  config: { type: 'string' },
  token: { type: 'string' },
  'customer-number': { type: 'string' },
  user: { type: 'string' },
  origin: { type: 'string' },
  write: { type: 'string' },
  model: { type: 'string' },
  html: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' }
} as const

class UsageError extends Error {}

async function readConfig(place: string | undefined): Promise<unknown> {
  if (place === undefined) return {}
  if (!/^https?:/.test(place)) return JSON.parse(await readFile(place, 'utf8'))
  const answer = await fetch(place)
  if (!answer.ok) throw new UsageError(`${place} answers ${answer.status}`)
  return answer.json()
}

/** Asks on the terminal, or takes the next line of another input; what is typed as a secret is not shown. */
function openTerminal(onInterrupt: () => void) {
  let isHidden = false
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk)
      done()
    }
  })
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  // A terminal that is read line by line gives Ctrl C to its reader.
  lines.on('SIGINT', onInterrupt)
  const answers = lines[Symbol.asyncIterator]()
  return {
    async ask(question: string, isSecret = false): Promise<string> {
      process.stderr.write(question)
      isHidden = isSecret
      const { value, done } = await answers.next()
      isHidden = false
      if (isSecret) process.stderr.write('\n')
      if (done) throw new UsageError('The input has ended.')
      return value.trim()
    },
    close: () => lines.close()
  }
}

async function main(): Promise<number> {
  const args = process.argv.slice(2)
  const at = args.indexOf('--token')
  // A token that begins with a dash would be taken for an option.
  if (at >= 0 && at + 1 < args.length) args.splice(at, 2, `--token=${args[at + 1]}`)
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [given = '', ...others] = positionals
  if (values.help || others.length > 0 || absoluteUrl(given) === null) throw new UsageError(usage)
  const api = given.replace(/([^/]|^)\/+$/, '$1')
  const { host } = new URL(api)
  if (values.write !== undefined && values.write !== host)
    throw new UsageError(`--write ${values.write} is not the host of ${api}: ${host}`)
  const check = BackendCheck.at(api, readRuntimeConfig(await readConfig(values.config)), values.token ?? null)
  const stop = new AbortController()
  const interrupt = () => stop.abort(new UsageError('Stopped.'))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt)
  const terminal = openTerminal(interrupt)
  const orStopped = <Result>(part: Promise<Result>) => rejectOnAbort(part, stop.signal)
  const left: string[] = []
  let isOurs = false
  try {
    const credentials = check.token === null ? await orStopped(askCredentials(terminal, values)) : null
    isOurs = credentials !== null && (await orStopped(openSession(check, credentials)))
    const model = values.model === undefined ? null : { modelId: values.model, eventId: '' }
    const rows = check.token === null ? null : await orStopped(readCalls(check, model))
    if (rows === null && reportOf(check).holds)
      throw new UsageError('This person has to choose a password first: in the elements, or name somebody else.')
    if (values.origin !== undefined) await orStopped(checkCors(check, values.origin))
    if (rows && values.write !== undefined) {
      const twice = check.config.idempotencyKeys ? ' (six, if the backend ignores Idempotency-Key)' : ''
      const question = `Save rows at ${host}, put them back and make up to three documents${twice}? (yes/no) `
      if (!/^y(?:es)?$/i.test(await orStopped(terminal.ask(question)))) throw new UsageError('Nothing was saved.')
      // It stops by itself, when a row that it has changed is put back.
      await writeCalls(check, rows, credentials, left, stop.signal)
      stop.signal.throwIfAborted()
    }
  } finally {
    terminal.close()
    // A backend where a login ends the session before it has ended this one already.
    if (isOurs) await check.request(revokeToken).catch(() => undefined)
    if (check.calls.length > 0) await writeReport(reportOf(check, left), values)
  }
  return reportOf(check, left).holds ? 0 : 1
}

async function writeReport(report: BackendReport, { html, json }: { html?: string; json?: boolean }) {
  const text = json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report)
  await new Promise((resolve) => process.stdout.write(text, resolve))
  if (html !== undefined) await writeFile(html, reportPage(report))
}

async function askCredentials(
  terminal: ReturnType<typeof openTerminal>,
  { 'customer-number': customerNumber, user }: { 'customer-number'?: string; user?: string }
): Promise<Credentials> {
  return {
    customerNumber: customerNumber ?? (await terminal.ask('Kundennummer: ')),
    userName: user ?? (await terminal.ask('Benutzername: ')),
    password: await terminal.ask('Passwort: ', true)
  }
}

// Values that no element knows are in the report; the elements' own code also names them in the console.
console.warn = () => undefined

globalThis.fetch = boundedFetch(globalThis.fetch)

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  // Reads that are on their way after Ctrl C are for nobody.
  process.exit(2)
}
