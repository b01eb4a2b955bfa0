import type { Language } from '@customer-center/contract/runtime-config'
import type { xsrfCookie } from '@customer-center/contract/session'
import type { BootState, Settings } from '../first-paint/boot-state.ts'
import { fetchJson, fetchTexts, prefetchProfile } from '../first-paint/boot-requests.ts'
import type { loadOtherTexts, MountedApp } from '../shell/app.tsx'
import { BaseElement } from './base-element.ts'
import { showBootFailure } from './boot-failure.ts'

/** Section 1: all three languages are loaded, and the Austrian one is used. */
const usedLanguage: Language = 'at'

/** Set in the browser of whoever has logged in before. No script can read the cookie of a session. */
const loginCookie = 'XSRF-TOKEN' satisfies typeof xsrfCookie

/** The paths of overviews, with or without a language before them. */
const overviewHash = /^(#\/?((at|de|ch)(\/|$))?(overview|mydata|confirmations)?)?$/

/** A connection counts as slow if it takes longer to load the code of the first paint. */
const slowLoadMs = 100

/** The attributes of an element with a session and texts. */
export const appAttributes = ['session-token', 'language', 'config-url', 'texts-url']

/** The element's own code, loaded. */
export interface AppCode {
  mount: (root: ShadowRoot, boot: BootState, signal: AbortSignal) => MountedApp
  loadOtherTexts: typeof loadOtherTexts
}

/** Requests side by side what an element consists of, and mounts it. */
export abstract class AppElement extends BaseElement {
  #app: MountedApp | null = null

  /** Whether menu and tiles are prerendered while the code is loaded that makes them interactive. */
  protected readonly prerenders: boolean = false

  protected abstract loadCode(): Promise<AppCode>

  protected override start(signal: AbortSignal): void {
    void this.#boot(signal)
  }

  protected override attributeChanged(attribute: string): void {
    if (attribute === 'config-url' || attribute === 'texts-url' || !this.#app) this.restart()
    else this.#app.update(this.#settings())
  }

  async #boot(signal: AbortSignal): Promise<void> {
    this.#app = null
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    try {
      const expectsTiles = this.#expectsTiles()
      // First, because the longest chain of requests begins with it: it names the server that knows who is logged in.
      const config = fetchJson(new URL(this.value('config-url') || 'assets/config.prod.json', document.baseURI), signal)
      const profile = expectsTiles ? prefetchProfile(config, this.value('session-token') || null, signal) : null
      const requestedAt = performance.now()
      const firstPaint = import('../first-paint/boot.ts')
      const folder = new URL((this.value('texts-url') || 'assets').replace(/\/*$/, '/'), document.baseURI)
      const requests = { config, texts: fetchTexts(folder, usedLanguage, signal), profile }
      const booting = firstPaint.then(({ boot }) =>
        boot(this.#settings(), requests, signal, this.prerenders ? root : null)
      )
      booting.catch(() => undefined)
      const loading = expectsTiles
        ? firstPaint.then(() => afterFirstPaint(booting, performance.now() - requestedAt)).then(() => this.loadCode())
        : this.loadCode()
      loading.catch(() => undefined)
      const code = await loading
      const boot = await booting
      await boot.painted()
      if (signal.aborted) return
      this.#app = code.mount(root, boot, signal)
      void code.loadOtherTexts((language) => fetchTexts(folder, language, signal), signal)
    } catch (error) {
      if (!signal.aborted) showBootFailure(root, error, () => this.restart())
    }
  }

  /** Whether somebody seems to be logged in, and the path to lead to an overview. Only a guess, which decides on the order of requests. */
  #expectsTiles(): boolean {
    if (!this.prerenders || !overviewHash.test(location.hash)) return false
    return Boolean(this.value('session-token')) || document.cookie.includes(`${loginCookie}=`)
  }

  #settings(): Settings {
    return {
      sessionToken: this.value('session-token'),
      language: this.value('language')
    }
  }
}

/**
 * Resolves when the code may be requested that makes the first paint interactive and is six times as large: on a fast
 * connection after the first paint, which it would delay by a tenth; on a slow one at once, because it takes longest.
 *
 * @param loadMs how long it took to load the code of the first paint
 */
async function afterFirstPaint(booting: Promise<BootState>, loadMs: number): Promise<void> {
  if (loadMs > slowLoadMs) return
  const painted = booting.then((boot) => boot.painted()).catch(() => undefined)
  await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, slowLoadMs))])
}
