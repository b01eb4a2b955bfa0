import { appAttributes, type AppCode, AppElement } from './app-element.ts'
import { BaseElement } from './base-element.ts'
import './customer-contact.ts'
import './event-layers.ts'

/**
 * The customer center.
 *
 * @attr session-token - A token from the host instead of the login form; removing it logs out.
 * @attr language - `de-at`, `de-de` or `de-ch`; sent with the login.
 * @attr config-url - Where the runtime configuration is; `assets/config.prod.json` beside the page.
 * @attr texts-url - The folder of the texts; `assets/` beside the page.
 * @fires session-start - Somebody is logged in, or somebody else.
 * @fires session-end - Nobody is logged in any more; not while the login covers the screen of an expired session.
 * @fires route-change - Another screen is shown; `detail.route` names it.
 * @fires data-saved - Something was saved; `detail.resource` names it.
 */
class CustomerCenter extends AppElement {
  static readonly observedAttributes = appAttributes
  protected override readonly prerenders = true

  protected override async loadCode(): Promise<AppCode> {
    const { mountApp, loadOtherTexts } = await import('../shell/app.tsx')
    return { mount: (root, boot, signal) => mountApp(this, root, boot, signal), loadOtherTexts }
  }
}

BaseElement.define('customer-center', CustomerCenter)
