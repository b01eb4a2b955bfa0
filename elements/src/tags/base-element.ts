import type { Session } from '../client/session.ts'
import { fetchConfig, fetchTexts, textsFolder } from '../shell/first-paint/boot-requests.ts'
import type { CheckResult } from '../types/elements.ts'
import type { Emit } from '../types/emit.ts'

/** The behaviour of an element apart from the DOM; the page cannot reach it. */
export interface Behaviour {
  /** Starts work that ends when the signal is aborted. */
  readonly start: (signal: AbortSignal) => void
  /** Follows a value that has changed after the start; `undo` restores the former one. */
  readonly changed: (name: string, undo: () => void) => void
  /** Returns what the element shows where the page reads that, and not the value that it has set; else undefined. */
  readonly shown?: (name: string) => unknown
  /**
   * Returns the session once the element has started. `restarts` says that it is to end, and whether another person begins:
   * nothing is shown of its person any more.
   */
  readonly session: (restarts?: boolean) => Promise<Session | undefined>
  /**
   * Pauses while the element is out of the page, and goes on when it is back. Returns undefined if nothing was shown
   * that could be kept.
   */
  readonly follow: (isConnected: boolean) => true | undefined
}

/** An element as its {@link Behaviour} sees it. */
export interface ElementHost {
  readonly element: HTMLElement
  /** Returns the text of an attribute or the property of the same name; null where neither is set. */
  readonly text: (attribute: string) => string | null
  /** Returns the value of a property without an attribute. */
  readonly object: <Value extends object>(property: string) => Value | null
  readonly restart: () => void
  readonly emit: Emit
}

interface ElementClass extends CustomElementConstructor {
  readonly observedAttributes: readonly string[]
}

/** Properties of all elements that no attribute can hold. */
const objectProperties = ['config', 'fetchToken', 'texts']

/** Turns an attribute's name into a property's, as the DOM does: `session-token` and `sessionToken`. */
function propertyOf(attribute: string): string {
  return attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * Returns the key by which a value is compared: an object by its content, in any order. Many pages make an equal object
 * each time they render.
 */
function comparedValue(value: unknown): unknown {
  if (typeof value !== 'object' || !value) return value
  return JSON.stringify(value, (_, one: unknown) => {
    if (one !== Object(one) || Array.isArray(one)) return one
    return Object.fromEntries(Object.entries(one as object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** Values that `define` reads and writes, and a page cannot. */
const values = new WeakMap<HTMLElement, ElementValues>()

/** The values of one element, and its life on the page. */
class ElementValues implements ElementHost {
  readonly #values = new Map<string, unknown>()
  /**
   * The values in use, by {@link comparedValue}. The page's last value differs if the person has kept the input of a
   * form instead.
   */
  readonly #keys = new Map<string, unknown>()
  readonly #asked = new Map<string, unknown>()
  readonly element: HTMLElement
  readonly #behaviour: Behaviour
  #running: AbortController | null = null
  /** Whether `ready` was fired; kept when the element begins anew: `ready` is fired once. */
  #wasReady = false

  constructor(element: HTMLElement, behaviour: (host: ElementHost) => Behaviour) {
    this.element = element
    this.#behaviour = behaviour(this)
  }

  readonly get = (name: string): unknown => this.#values.get(name) ?? null

  /** Returns the value of a property. */
  readonly read = (name: string): unknown => {
    const shown = this.#behaviour.shown?.(name)
    return shown === undefined ? this.get(name) : shown
  }

  readonly set = (name: string, value: unknown): void => {
    let key: unknown
    try {
      key = comparedValue(value ?? undefined)
    } catch (error) {
      // A value that cannot be read, or that contains itself, changes nothing.
      return reportError(error)
    }
    const before = this.#values.get(name)
    const keyBefore = this.#keys.get(name)
    const asked = this.#asked.get(name)
    this.#asked.set(name, key)
    // A page may lead to the same screen again, after the person has left it.
    if (name !== 'route' && (key === asked || key === keyBefore)) return
    this.#values.set(name, value)
    this.#keys.set(name, key)
    const undo = () => {
      this.#values.set(name, before)
      this.#keys.set(name, keyBefore)
    }
    if (this.#running) this.#behaviour.changed(name, undo)
  }

  readonly text = (attribute: string): string | null => this.get(attribute) as string | null

  readonly object = <Value extends object>(property: string): Value | null => {
    const value = this.get(property)
    return value === Object(value) ? (value as Value) : null
  }

  /** Starts anew; an element that is out of the page starts when it is back. */
  readonly restart = (): void => {
    this.#running?.abort()
    this.#running = this.element.isConnected ? new AbortController() : null
    if (this.#running) this.#behaviour.start(this.#running.signal)
  }

  readonly emit: Emit = (type, ...[detail]) => {
    if (type === 'ready' && this.#wasReady) return
    this.#wasReady ||= type === 'ready'
    this.element.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }))
  }

  /** Returns the session; undefined where the element has not started. */
  async session(restarts?: boolean): Promise<Session | undefined> {
    return this.#running ? this.#behaviour.session(restarts) : undefined
  }

  /** Logs out, and begins with another person if `restarts`. */
  async endSession(restarts: boolean): Promise<void> {
    const session = await this.session(restarts)
    if (restarts) await session?.restart()
    else session?.end({ revoke: true })
  }

  /** Follows the element into the page and out of it. */
  follow(): void {
    const { isConnected } = this.element
    if (!this.#running || !(this.#behaviour.follow(isConnected) || isConnected)) this.restart()
  }
}

/** Base class. A server that renders the page has no elements: importing these does nothing there. */
const DomElement = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

/**
 * The base of our elements: every attribute is also a property; an element keeps its state when it is moved, pauses
 * when it is removed, and goes on when it is put back. Properties are not reflected to attributes: a token
 * that a host sets by property does not appear in its DOM.
 *
 * @cssprop [--kc-accent=light-dark(#0b5563, #84cdd8)] - Buttons, links, the current item; 4.5:1 on the surface.
 * @cssprop [--kc-on-accent=light-dark(#fff, #06262d)] - Text on the accent.
 * @cssprop [--kc-surface=light-dark(#fff, #101a1e)] - Background.
 * @cssprop [--kc-raised=var(--kc-surface)] - Background of dialogs, sheets and menus.
 * @cssprop [--kc-text=light-dark(#14252b, #e7eef0)] - Text.
 * @cssprop [--kc-text-soft=light-dark(#4c6068, #a9b9be)] - Dates, hints, column headers, normal states.
 * @cssprop [--kc-line=light-dark(#d6e0e3, #2d3f46)] - Hairlines.
 * @cssprop [--kc-edge=light-dark(#6b8087, #80969d)] - Borders of inputs; 3:1 on the surface.
 * @cssprop [--kc-success=light-dark(#1c6b3c, #8ed4a6)] - What has been done.
 * @cssprop [--kc-danger=light-dark(#a5261b, #ffa396)] - Errors.
 * @cssprop [--kc-warning=light-dark(#7a4d00, #f0c470)] - Warnings.
 * @cssprop [--kc-focus=var(--kc-accent)] - The focus ring.
 * @cssprop [--kc-font=system-ui] - Font family.
 * @cssprop [--kc-font-size=medium] - Size of plain text; all other sizes are relative to it.
 * @cssprop [--kc-font-heading=var(--kc-font)] - Font family of h1 and h2.
 * @cssprop [--kc-weight-heading=650] - Weight of h1 and h2.
 * @cssprop [--kc-radius=8px] - Corners.
 * @cssprop [--kc-radius-control=var(--kc-radius)] - Corners of buttons, inputs and items of the menu.
 * @cssprop [--kc-radius-card=calc(var(--kc-radius) * 1.5)] - Corners of cards and dialogs.
 * @cssprop [--kc-density=1] - Number that the heights of controls and rows are multiplied with.
 * @cssprop [--kc-sticky-top=0px] - Height of a header of the page that stays at the window's upper edge.
 * @cssprop [--kc-sticky-bottom=0px] - Height of a bar of the page that stays at the window's lower edge.
 */
export class BaseElement extends DomElement {
  /**
   * Replaces `customElements.define`, because a page may load the script twice.
   *
   * @param own properties without an attribute that this element alone has
   * @internal
   */
  static define(name: string, element: ElementClass, ...own: readonly string[]): void {
    if (!globalThis.customElements || customElements.get(name)) return
    for (const attribute of element.observedAttributes) defineProperty(element, attribute, String)
    for (const property of [...objectProperties, ...own]) defineProperty(element, property, (value) => value)
    customElements.define(name, element)
  }

  constructor(behaviour: (host: ElementHost) => Behaviour) {
    super()
    values.set(this, new ElementValues(this, behaviour))
  }

  /**
   * Finds out what keeps the element from working on this page, prints it to the console as a table, and resolves to its lines: each
   * is `fine`, or says what mends it. For the developer of the page. With `{ session: true }` it also makes the calls of the
   * person's screens, and says of each what the elements cannot use.
   */
  async check(options?: { readonly session?: boolean }): Promise<readonly CheckResult[]> {
    const session = options?.session && values.get(this)?.session()
    return (await import('./check/check.ts')).checkElement(this, session, fetchConfig, textsFolder, fetchTexts)
  }

  /** Ends the session, here and at the backend. */
  async logout(): Promise<void> {
    await values.get(this)?.endSession(false)
  }

  /**
   * For another person: ends the session before as {@link logout} does, drops all of it and asks `fetchToken` anew; an
   * element that is out of the page asks when it is back.
   */
  async restart(): Promise<void> {
    await values.get(this)?.endSession(this.isConnected)
  }

  connectedCallback(): void {
    upgradeProperties(this)
    // React and others set properties right after they have inserted an element, which has to start with them.
    queueMicrotask(() => this.isConnected && followElement(this))
  }

  disconnectedCallback(): void {
    // A moved element is connected again at once or, with some frameworks, in the same task.
    setTimeout(() => followElement(this))
  }

  attributeChangedCallback(name: string, _before: string | null, after: string | null): void {
    values.get(this)?.set(name, after)
  }
}

/**
 * Starts, pauses or continues the element, but only in a browser of the lowest versions or newer, all of which know
 * nesting and `:has()` in style sheets.
 */
function followElement(element: BaseElement): void {
  if (CSS.supports('selector(&:has(a))')) values.get(element)?.follow()
  else void import('./unsupported-browser.ts').then((code) => code.showUnsupportedBrowser(element))
}

/** Sets properties anew: a property that was set before the element was defined hides its accessor. */
function upgradeProperties(element: BaseElement): void {
  for (const property of Object.getOwnPropertyNames(element)) {
    if (!Object.hasOwn(element.constructor.prototype as object, property)) continue
    const value: unknown = Reflect.get(element, property)
    Reflect.deleteProperty(element, property)
    Reflect.set(element, property, value)
  }
}

function defineProperty(element: ElementClass, name: string, read: (value: unknown) => unknown): void {
  const property = propertyOf(name)
  // `id` is a property of the DOM already.
  if (property in HTMLElement.prototype) return
  Object.defineProperty(element.prototype, property, {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      return values.get(this)?.read(name) ?? null
    },
    set(this: HTMLElement, value: unknown) {
      values.get(this)?.set(name, value === null || value === undefined ? null : read(value))
    }
  })
}
