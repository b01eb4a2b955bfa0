import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import type { CheckedCall } from '../../backend-check/backend-check.ts'
import { isOpened } from '../../client/session-state.ts'
import type { Session } from '../../client/session.ts'
import type { JsonFile } from '../../lib/json-file.ts'
import { sleep } from '../../lib/timers.ts'
import type { unusedSettings } from '../../lib/unused-settings.ts'
import type { TextFiles } from '../../texts/read-texts.ts'
import type { CheckName, CheckResult } from '../../types/elements.ts'
import { checkApi } from './check-api.ts'
import {
  checkBuiltIns,
  checkConnections,
  checkDocuments,
  checkDrawing,
  checkImages,
  checkMixedContent,
  checkPopUps,
  checkScripts,
  checkStorage,
  PolicyWatch
} from './check-page.ts'
import { failedResult, fineResult, isMixed, printResults, unknownResult } from './result.ts'

const defaultVersion = '1.0'
/** Limit of the keys that are named of a configuration that was replaced as a whole. */
const maxKeys = 10
/** Limit of the time in which a session opens, in ms: the page's function for tokens may never answer. */
const openLimitMs = 10_000

/** An element as its page sees it. */
interface CheckedElement extends HTMLElement {
  readonly configUrl?: string | null
  readonly textsUrl?: string | null
  readonly config?: object | null
  readonly texts?: object | null
  readonly modelId?: string | null
  readonly eventId?: string | null
}

/** The session of an element; it gives none where the element has not started. */
type GivenSession = Promise<Session | undefined> | false | undefined

/** Functions with which the elements request their files. They are in the loader, which no chunk can import. */
type FileRequests = readonly [
  fetchConfig: (url: string | null, overrides: object | null, signal: AbortSignal) => JsonFile,
  textsFolder: (url: string | null, config: URL) => URL,
  fetchTexts: FetchTexts
]

type FetchTexts = (config: JsonFile, folder: URL, language: string, signal: AbortSignal) => TextFiles

/**
 * Finds out what keeps an element from working on its page, prints a table to the console and resolves to its lines.
 *
 * @param session that in which the backend's calls are checked, too, after all other lines; undefined where nobody has asked for that
 */
export async function checkElement(
  element: CheckedElement,
  session: GivenSession,
  ...requests: FileRequests
): Promise<readonly CheckResult[]> {
  const policy = new PolicyWatch()
  try {
    const results = await checkLines(element, session, requests, policy)
    printResults(element.localName, results)
    return results
  } finally {
    policy.stop()
  }
}

async function checkLines(
  element: CheckedElement,
  session: GivenSession,
  [fetchConfig, textsFolder, fetchTexts]: FileRequests,
  policy: PolicyWatch
): Promise<CheckResult[]> {
  const { signal } = new AbortController()
  const file = fetchConfig(element.configUrl ?? null, element.config ?? null, signal)
  const folder = textsFolder(element.textsUrl ?? null, file.url)
  const origins = [file.url.origin, folder.origin]
  const fresh = new URL(file.url)
  fresh.searchParams.append('check', crypto.randomUUID())
  const { config, result: configuration } = await checkConfig(
    file,
    () => fetchConfig(fresh.href, element.config ?? null, signal).json,
    policy
  )
  const fetchTextsOf = (language: string) => fetchTexts(file, folder, language, signal)
  const texts = await checkTexts(fetchTextsOf, folder, element.texts ?? null, policy)
  const api = config && apiOf(config)
  if (api) origins.push(new URL(api).origin)
  const later: CheckName[] = ['cors', 'credentials', 'anti-forgery', 'version']
  const calls = api
    ? await checkApi({
        url: api,
        version: config.apiVersion ?? defaultVersion,
        reachable: new URL(api).origin === file.url.origin,
        isMixed: isMixed(api),
        isBlocked: async () => (await policy.blocked('connect-src', [new URL(api).origin])).length > 0
      })
    : later.map((name) => unknownResult(name, 'not checked, because there is no configuration'))
  return [
    configuration,
    texts,
    ...calls,
    await checkAnswers(),
    await checkScripts(policy),
    await checkConnections(policy, origins),
    await checkImages(policy, config && imageOf(config, file.url)),
    await checkDocuments(policy),
    checkMixedContent([file.url.href, folder.href, ...(api ? [api] : [])]),
    checkStorage(),
    checkPopUps(),
    checkBuiltIns(),
    ...checkDrawing(element),
    ...(session ? await checkBackend(session, config, element) : [])
  ]
}

/** Makes the calls of the screens in a session, and returns a line for each. */
async function checkBackend(
  given: Promise<Session | undefined>,
  config: GivenConfig | null,
  { modelId, eventId }: CheckedElement
): Promise<CheckResult[]> {
  const notChecked = (reason: string) => [unknownResult('backend', `not checked, because ${reason}`)]
  const opened = given.then(async (one) => {
    await one?.until(isOpened)
    return one
  })
  const session = await Promise.race([opened, sleep(openLimitMs).then(() => null)])
  if (session === null) return notChecked('the session has not opened')
  if (!session || !config) return notChecked('the element has not started')
  const model = modelId ? { modelId, eventId: eventId ?? '' } : null
  const code = await import('../../backend-check/check-session.ts').catch(() => null)
  if (!code) return notChecked('a script of the elements may not be loaded')
  const calls = await code.checkSession(session, config, model)
  return calls?.filter(({ notAsked }) => notAsked === null).map(lineOf) ?? notChecked('nobody is logged in')
}

function lineOf({ call, findings }: CheckedCall): CheckResult {
  const faults = findings.filter(({ level }) => level === 'fault')
  const named = faults.length > 0 ? faults : findings
  const said = named.map(({ member, seen, shows }) => `${member}: ${seen} (the elements show ${shows})`).join('; ')
  if (faults.length === 0) return fineResult('backend', `${call} ${said === '' ? 'holds' : `holds, but ${said}`}`)
  return failedResult('backend', `${call}, ${said}`, [...new Set(faults.map(({ remedy }) => remedy))].join(' '))
}

type GivenConfig = Partial<RuntimeConfig>

/** @param askAnew requests the file by an address that no cache knows */
async function checkConfig(
  { url, json }: JsonFile,
  askAnew: () => Promise<unknown>,
  policy: PolicyWatch
): Promise<{ config: GivenConfig | null; result: CheckResult }> {
  const name = 'configuration'
  try {
    const config = (await json) as GivenConfig
    const old = checkAge(url, config, await askAnew().catch(() => config))
    const remedy = "Add apiUrl, the API's base URL."
    if (typeof config.apiUrl !== 'string' || config.apiUrl === '')
      return { config: null, result: old ?? failedResult(name, `${url.href} has no apiUrl`, remedy, 'CC-API-URL') }
    const result = old ?? (await checkNames(name, url, config)) ?? fineResult(name, `${url.href} names the API`)
    return { config, result }
  } catch (error) {
    if (isMixed(url.href)) return { config: null, result: unknownResult(name, `${url.href} is not https`) }
    if ((await policy.blocked('connect-src', [url.origin])).length > 0)
      return { config: null, result: unknownResult(name, `the page's policy forbids to load ${url.href}`) }
    const remedy = "Set config-url to the server's /elements/assets/config.prod.json."
    return { config: null, result: failedResult(name, `${url.href} cannot be read (${reasonOf(error)})`, remedy) }
  }
}

/** Compares the configuration with the one that its server sends now; null if they are equal. */
function checkAge(url: URL, given: object, now: unknown): CheckResult | null {
  const [old, fresh] = [given, Object(now) as object].map((one) => new Map(Object.entries(one)))
  const keys = [...new Set([...old!.keys(), ...fresh!.keys()])]
  const changed = keys.filter((key) => JSON.stringify(old!.get(key)) !== JSON.stringify(fresh!.get(key)))
  if (changed.length === 0) return null
  const finding = `${url.href} is an old copy: its server now sends another ${changed.slice(0, maxKeys).join(', ')}`
  const remedy = 'Empty the cache between server and browser, and send Cache-Control: no-cache with the file.'
  return failedResult('configuration', finding, remedy, 'CC-OLD-CONFIGURATION')
}

async function checkTexts(
  fetchTexts: (language: string) => TextFiles,
  folder: URL,
  own: object | null,
  policy: PolicyWatch
): Promise<CheckResult> {
  const files = ['at', 'de', 'ch'].map(fetchTexts)
  const read = await Promise.allSettled(files.map(({ standard }) => standard.json))
  const missing = files.flatMap(({ standard: { url } }, index) => {
    const one = read[index]
    return one?.status === 'rejected' ? [`${url.href} (${reasonOf(one.reason)})`] : []
  })
  if (missing.length === 0) {
    const custom = await Promise.all(files.map((one) => one.custom.catch(() => null)))
    const texts = Object.assign({}, own, ...custom) as object
    const known = (await files[0]?.standard.json) as object
    return (await checkNames('texts', folder, {}, texts, known)) ?? fineResult('texts', `found in ${folder.href}`)
  }
  if ((await policy.blocked('connect-src', [folder.origin])).length > 0)
    return unknownResult('texts', `the page's policy forbids to load ${folder.href}`)
  const remedy = "Set texts-url to the server's /elements/assets/, or put the files there."
  return failedResult('texts', `${missing.join(', ')} cannot be read`, remedy)
}

/**
 * Lists settings that no element uses. Null if there are none, or if the code that finds them may not be loaded, which
 * another line reports.
 */
async function checkNames(
  name: CheckName,
  url: URL,
  ...settings: Parameters<typeof unusedSettings>
): Promise<CheckResult | null> {
  const code = await import('../../lib/unused-settings.ts').catch(() => null)
  const unused = code?.unusedSettings(...settings) ?? []
  if (!code || unused.length === 0) return null
  const remedy = `Correct or remove these in ${url.href}, or where the page sets the element's properties.`
  return failedResult(name, `no element uses ${code.joinFirst(unused)}`, remedy, 'CC-UNUSED-SETTING')
}

/** Lists the values of answers so far that no element knows; another line reports that its code may not be loaded. */
async function checkAnswers(): Promise<CheckResult> {
  const values = await import('../../lib/unknown-values.ts')
    .then(({ unknownValues }) => unknownValues())
    .catch(() => [])
  if (values.length === 0) return fineResult('answers', 'the elements know all values that have come so far')
  const remedy = 'Send values of the contract, or load elements of the release that knows them.'
  return failedResult('answers', `nobody knows the ${values.join(', the ')}`, remedy)
}

/** Words the status of an answer that is none, or the error of the browser or the parser. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the API's absolute address, without a slash at its end; null where it is no address. */
function apiOf({ development, apiUrl, apiUrlDev }: GivenConfig): string | null {
  const given = (development && apiUrlDev) || apiUrl || ''
  return URL.canParse(given, document.baseURI)
    ? new URL(given, document.baseURI).href.replace(/([^/]|^)\/+$/, '$1')
    : null
}

function imageOf({ images }: GivenConfig, base: URL): URL | null {
  const [first] = Object.values(images ?? {}).flatMap(({ small, big }) => small ?? big ?? [])
  return first !== undefined && URL.canParse(first, base) ? new URL(first, base) : null
}
