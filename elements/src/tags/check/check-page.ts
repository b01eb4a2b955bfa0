import type { CheckResult } from '../../types/elements.ts'
import { failedResult, fineResult, isMixed, unknownResult } from './result.ts'

const loadMs = 5000
/**
 * URL of this script, as an object: bundlers take `new URL('…', import.meta.url)` for a file to bundle, Next's even if
 * a variable holds the address.
 */
const ownUrl = new URL(import.meta.url)

const policyRemedy = (directive: string, sources: readonly string[]): string =>
  `Add to the page's Content-Security-Policy: ${directive} ${sources.join(' ')}`

/**
 * Loads every script of this build, as the elements do in the course of time: a page may allow some by their hashes and
 * not the others.
 */
export async function checkScripts(policy: PolicyWatch): Promise<CheckResult> {
  const folder = new URL('..', ownUrl)
  const scripts = await scriptsOf(folder)
  if (scripts.length === 0) return unknownResult('csp-script', 'not checked, because nothing lists the scripts')
  const chunks = scripts.filter((path) => path.startsWith('chunks/'))
  const loads = await Promise.allSettled(chunks.map((path) => import(/* @vite-ignore */ new URL(path, folder).href)))
  const missing = chunks.filter((_, index) => loads[index]?.status === 'rejected')
  if (missing.length === 0) return fineResult('csp-script', `scripts of ${folder.origin} may run`)
  const finding = `${missing.length} of ${chunks.length} scripts may not be loaded, such as ${missing[0]}`
  const isBlocked = (await policy.blocked('script-src', [folder.origin])).length > 0
  const remedy = isBlocked
    ? `${policyRemedy('script-src', [folder.origin])} (or the hashes of ${folder.href}integrity.json)`
    : `Bring integrity values of the page up to date with ${folder.href}integrity.json, and serve all files of one build.`
  return failedResult('csp-script', finding, remedy)
}

/** Returns the paths of this build's scripts; none where there is no list, as in the package, which bundlers take apart. */
async function scriptsOf(folder: URL): Promise<string[]> {
  // A request for it would be an error in the page's console.
  if (import.meta.env.MODE === 'package') return []
  try {
    const answer = await fetch(new URL('integrity.json', folder), { signal: AbortSignal.timeout(loadMs) })
    return answer.ok ? Object.keys((await answer.json()) as object) : []
  } catch {
    return []
  }
}

export async function checkConnections(policy: PolicyWatch, origins: Iterable<string>): Promise<CheckResult> {
  const blocked = await policy.blocked('connect-src', origins)
  if (blocked.length === 0) return fineResult('csp-connect', 'all requests may be made')
  return failedResult(
    'csp-connect',
    `requests to ${blocked.join(' ')} are blocked`,
    policyRemedy('connect-src', blocked)
  )
}

/**
 * Checks whether the page's policy allows the tiles' images.
 *
 * @param address of one of the tiles' images; null if the configuration names none
 */
export async function checkImages(policy: PolicyWatch, address: URL | null): Promise<CheckResult> {
  if (!address) return fineResult('csp-img', 'the configuration names no images')
  const image = new Image()
  const loaded = settled(image)
  image.src = address.href
  if (await loaded) return fineResult('csp-img', `images of ${address.origin} are shown`)
  const blocked = await policy.blocked('img-src', [address.origin])
  if (blocked.length > 0)
    return failedResult('csp-img', `images of ${address.origin} are blocked`, policyRemedy('img-src', blocked))
  return failedResult('csp-img', `${address.href} is no image`, "Correct the configuration's images.")
}

/**
 * Checks the tab of a document, which inherits the page's policy; Chromium shows a PDF there as an object in a frame.
 */
export async function checkDocuments(policy: PolicyWatch): Promise<CheckResult> {
  const url = URL.createObjectURL(new Blob(['check'], { type: 'text/plain' }))
  const box = document.createElement('div')
  box.ariaHidden = 'true'
  box.inert = true
  Object.assign(box.style, { position: 'fixed', inlineSize: '0', blockSize: '0', overflow: 'hidden' })
  const frame = document.createElement('iframe')
  const object = document.createElement('object')
  const loads = [settled(frame), settled(object)]
  frame.src = url
  object.data = url
  box.append(frame, object)
  document.body.append(box)
  await Promise.all(loads)
  const asked = ['frame-src', 'object-src']
  const found = await Promise.all(asked.map((directive) => policy.blocked(directive, ['blob'])))
  box.remove()
  URL.revokeObjectURL(url)
  const blocked = asked.filter((_, index) => found[index]?.length)
  if (blocked.length === 0) return fineResult('csp-blob', 'documents can be shown')
  const remedy = `Add to the page's Content-Security-Policy: ${blocked.map((one) => `${one} blob:`).join('; ')}`
  return failedResult('csp-blob', 'the page forbids blob: pages, in which documents open', remedy)
}

/** Tells whether the target has loaded; false if it has failed or takes too long. */
function settled(target: HTMLElement): Promise<boolean> {
  return new Promise((resolve) => {
    target.addEventListener('load', () => resolve(true))
    target.addEventListener('error', () => resolve(false))
    setTimeout(() => resolve(false), loadMs)
  })
}

export function checkMixedContent(urls: readonly string[]): CheckResult {
  if (location.protocol !== 'https:') return fineResult('mixed-content', 'the page itself is not https')
  const insecure = urls.filter(isMixed)
  if (insecure.length === 0) return fineResult('mixed-content', 'everything comes over https')
  const remedy = `Give addresses with https: (config-url, texts-url, apiUrl): ${insecure.join(' ')}`
  return failedResult('mixed-content', `an https page may not load ${insecure.join(' ')}`, remedy)
}

export function checkStorage(): CheckResult {
  try {
    const probe = 'customer-center:check'
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem(probe, '')
      storage.removeItem(probe)
    }
    void document.cookie
    return fineResult('storage', 'cookies and storage can be used')
  } catch {
    const finding = 'the page may not use cookies and storage'
    return self.origin === 'null'
      ? failedResult('storage', finding, "Add allow-same-origin to the iframe's sandbox.")
      : failedResult('storage', finding, 'Allow site data in the browser; until then each reload asks for the login.')
  }
}

/**
 * Checks whether a frame around the page has a sandbox that leaves new tabs empty. A frame of another origin cannot be
 * examined.
 */
export function checkPopUps(): CheckResult {
  const name = 'pop-ups'
  for (let view: Window = window; view !== view.parent; view = view.parent) {
    const frame = view.frameElement
    if (!frame) return unknownResult(name, 'the page is in a frame of another origin, whose sandbox cannot be read')
    const sandbox = frame.getAttribute('sandbox')?.toLowerCase().split(/\s+/)
    const missing = ['allow-popups', 'allow-popups-to-escape-sandbox'].filter((one) => sandbox?.includes(one) === false)
    if (missing.length > 0)
      return failedResult(name, 'documents cannot open in tabs', `Add ${missing.join(' ')} to the iframe's sandbox.`)
  }
  return fineResult(name, 'no sandbox keeps documents from opening in tabs')
}

const builtIns = ['Array', 'Date', 'Element', 'Function', 'JSON', 'Number', 'Object', 'Promise', 'String']

function ownersOf(view: typeof globalThis): [name: string, owner: object][] {
  return builtIns.flatMap((name): [string, object][] => {
    const owner = Reflect.get(view, name) as { prototype?: object }
    return [
      [name, owner],
      [`${name}.prototype`, owner.prototype ?? {}]
    ]
  })
}

/**
 * Compares built-in functions with those of a new frame, which has the browser's own. A page may have replaced some of
 * them, as their source shows.
 */
export function checkBuiltIns(): CheckResult {
  const name = 'built-ins'
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  try {
    const fresh = frame.contentDocument!.defaultView!
    const originals = new Map(ownersOf(fresh))
    const isReplaced = (one: unknown) =>
      typeof one === 'function' && !fresh.Function.prototype.toString.call(one).includes('[native code]')
    const replaced = ownersOf(globalThis).flatMap(([path, owner]) =>
      Object.getOwnPropertyNames(originals.get(path))
        .filter((key) => isReplaced(Object.getOwnPropertyDescriptor(owner, key)?.value))
        .map((key) => `${path}.${key}`)
    )
    if (replaced.length === 0) return fineResult(name, "the browser's own functions are in place")
    const remedy = 'Update or remove the library that replaces them.'
    return failedResult(name, `the page replaces ${replaced.join(', ')}`, remedy)
  } catch {
    return unknownResult(name, 'a sandbox without allow-same-origin has nothing to compare them with')
  } finally {
    frame.remove()
  }
}

/** Time until browsers report a blocked request, which they do after it has failed. */
const reportMs = 100

/** A record of requests that the page's content security policy blocks from now on. */
export class PolicyWatch {
  readonly #blocked: { readonly directive: string; readonly uri: string }[] = []

  readonly #note = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (disposition === 'enforce') this.#blocked.push({ directive: effectiveDirective, uri: blockedURI })
  }

  constructor() {
    document.addEventListener('securitypolicyviolation', this.#note)
  }

  /**
   * Returns the origins of `candidates` that a directive has blocked, whatever the suffix of its name
   * (`script-src-elem`).
   */
  async blocked(directive: string, candidates: Iterable<string>): Promise<string[]> {
    await new Promise((resolve) => setTimeout(resolve, reportMs))
    const uris = this.#blocked.filter((one) => one.directive.startsWith(directive)).map(({ uri }) => uri)
    return [...new Set(candidates)].filter((origin) =>
      uris.some((uri) => uri === origin || uri.startsWith(`${origin}/`))
    )
  }

  stop(): void {
    document.removeEventListener('securitypolicyviolation', this.#note)
  }
}

/** Names the parts that were removed from a drawing; no line where the element has no drawing. */
export function checkDrawing({ shadowRoot }: Element): CheckResult[] {
  const removed = shadowRoot?.querySelector<HTMLElement>('.frame')?.dataset['removed']
  if (removed === undefined) return []
  const remedy = 'Draw it without these, as EMBEDDING.md says, or export it as plain SVG.'
  return [
    removed ? failedResult('drawing', `shown without ${removed}`, remedy) : fineResult('drawing', 'shown as it came')
  ]
}
