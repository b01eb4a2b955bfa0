import type { Running } from '../shell/app.tsx'
import type { Settings, Started } from '../shell/start.ts'
import type { Language } from '@customer-center/contract/runtime-config'
import type { xsrfCookie } from '@customer-center/contract/session'
import { ask, askProfile, askTexts } from './ask.ts'
import { BaseElement } from './base-element.ts'
import { showFailure } from './failure.ts'

/** Section 1: all three languages are loaded, and the Austrian one is used; the others wait until something is to be seen. */
const used: Language = 'at'
const others: readonly Language[] = ['de', 'ch']

/** Lies in the browser of whoever has been here before. No script can read the cookie of a session. */
const sessionSign = 'XSRF-TOKEN' satisfies typeof xsrfCookie

/** The paths of overviews, with a language before them or without. */
const toTiles = /^(#\/?((at|de|ch)(\/|$))?(overview|mydata|confirmations)?)?$/

/** In ms: what comes later than that counts as slow. */
const patienceMs = 100

/** The attributes of an element with a session and texts. */
export const appAttributes = ['session-token', 'language', 'config-url', 'texts-url']

/** Draws an element into its shadow root until `life` ends. */
export type Draw = (root: ShadowRoot, started: Started, life: AbortSignal) => Running

/** Fetches what an element consists of, all at once, and draws it. */
export abstract class AppElement extends BaseElement {
  #running: Running | null = null

  /** Whether it shows menu and tiles before the code is here that makes them work. */
  protected readonly showsTiles: boolean = false

  /** Fetches the element's own code and returns what draws it. */
  protected abstract load(): Promise<Draw>

  protected override begin(life: AbortSignal): void {
    void this.#begin(life)
  }

  protected override changed(attribute: string): void {
    if (attribute === 'config-url' || attribute === 'texts-url' || !this.#running) this.restart()
    else this.#running.update(this.#settings())
  }

  async #begin(life: AbortSignal): Promise<void> {
    this.#running = null
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    try {
      const tiles = this.#expectsTiles()
      // First, since what follows waits for it longest: it says where to ask who is logged in.
      const config = ask(new URL(this.value('config-url') || 'assets/config.prod.json', document.baseURI), life)
      const profile = tiles ? askProfile(config, this.value('session-token') || null, life) : null
      const asked = performance.now()
      const code = import('../shell/start.ts')
      const folder = new URL((this.value('texts-url') || 'assets').replace(/\/*$/, '/'), document.baseURI)
      const files = { config, texts: askTexts(folder, used, life), profile }
      const started = code.then(({ start }) => start(this.#settings(), files, life, this.showsTiles ? root : null))
      started.catch(() => undefined)
      const turn = () => turnOfTheRest(started, performance.now() - asked)
      const drawing = tiles ? code.then(turn).then(() => this.load()) : this.load()
      drawing.catch(() => undefined)
      const draw = await drawing
      const start = await started
      await start.seen()
      if (life.aborted) return
      this.#running = draw(root, start, life)
      await painted()
      await idle()
      const read = others.map((language) => start.readTexts(askTexts(folder, language, life), life))
      // Whoever works at a screen needs no other language; an operator has to hear of it.
      for (const one of read) one.catch((error: unknown) => life.aborted || reportError(error))
    } catch (error) {
      if (!life.aborted) showFailure(root, error, () => this.restart())
    }
  }

  /** Whether somebody seems to be logged in, and the path to lead to an overview: a guess, on which only the order of things depends. */
  #expectsTiles(): boolean {
    if (!this.showsTiles || !toTiles.test(location.hash)) return false
    return Boolean(this.value('session-token')) || document.cookie.includes(`${sessionSign}=`)
  }

  #settings(): Settings {
    return {
      sessionToken: this.value('session-token'),
      language: this.value('language')
    }
  }
}

/**
 * When what is six times as large as the first view, and only makes it work, may be fetched: on a fast line when the first view
 * has been seen, which it would make later by a tenth; on a slow one at once, since it takes longest.
 *
 * @param started resolves when the first view is drawn
 * @param tripMs how long the line took to bring the code of the first view
 */
async function turnOfTheRest(started: Promise<Started>, tripMs: number): Promise<void> {
  if (tripMs > patienceMs) return
  const seen = started.then((start) => start.seen()).catch(() => undefined)
  await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/** When the first pictures are there, which come before everything that can wait; a frame or two after the drawing is too soon. */
function painted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500))
}

/** When the browser has nothing more urgent to do; Safari does not tell. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve)
  })
}
