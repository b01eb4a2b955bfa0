import type { Running } from '../shell/app.tsx'
import type { Settings } from '../shell/start.ts'
import { BaseElement } from './base-element.ts'
import { showFailure } from './failure.ts'

/**
 * The customer center.
 *
 * @attr session-token - A token of the host's instead of the login form; removing it logs out.
 * @attr language - `de-at`, `de-de` or `de-ch`; sent with the login.
 * @attr config-url - Where the runtime configuration is; `assets/config.prod.json` beside the page.
 * @attr texts-url - The folder of the texts; `assets/` beside the page.
 * @fires session-start - Somebody is logged in.
 * @fires session-end - Nobody is logged in any more.
 * @fires route-change - Another screen is shown; `detail.route` names it.
 */
class CustomerCenter extends BaseElement {
  static readonly observedAttributes = ['session-token', 'language', 'config-url', 'texts-url']
  #running: Running | null = null

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
      // All are asked for at once: what the second fetches is there when the first can draw it.
      const app = import('../shell/app.tsx')
      const url = new URL(this.value('config-url') || 'assets/config.prod.json', document.baseURI)
      const response = fetch(url, { cache: 'no-cache', signal: life })
      const started = import('../shell/start.ts').then(({ start }) => start(this.#settings(), { url, response }, life))
      response.catch(() => undefined)
      started.catch(() => undefined)
      const { run } = await app
      const start = await started
      if (life.aborted) return
      this.#running = run(this, root, start, life)
      await painted()
      await start.loadOthers()
    } catch (error) {
      if (!life.aborted) showFailure(root, error, () => this.restart())
    }
  }

  #settings(): Settings {
    return {
      sessionToken: this.value('session-token'),
      language: this.value('language'),
      textsUrl: this.value('texts-url')
    }
  }
}

/** When the browser has nothing more urgent to do; Safari does not tell. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve)
  })
}

BaseElement.define('customer-center', CustomerCenter)
