import { appAttributes, AppElement, type Draw } from './app-element.ts'
import { BaseElement } from './base-element.ts'
import './customer-contact.ts'
import './event-layers.ts'

/**
 * The customer center.
 *
 * @attr session-token - A token of the host's instead of the login form; removing it logs out.
 * @attr language - `de-at`, `de-de` or `de-ch`; sent with the login.
 * @attr config-url - Where the runtime configuration is; `assets/config.prod.json` beside the page.
 * @attr texts-url - The folder of the texts; `assets/` beside the page.
 * @fires session-start - Somebody is logged in, or somebody else.
 * @fires session-end - Nobody is logged in any more; not while the login lies over an expired session's screen.
 * @fires route-change - Another screen is shown; `detail.route` names it.
 * @fires data-saved - Something was saved; `detail.resource` names it.
 */
class CustomerCenter extends AppElement {
  static readonly observedAttributes = appAttributes
  protected override readonly showsTiles = true

  protected override async load(): Promise<Draw> {
    const { run } = await import('../shell/app.tsx')
    return (root, started, life) => run(this, root, started, life)
  }
}

BaseElement.define('customer-center', CustomerCenter)
