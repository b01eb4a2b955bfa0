import { appAttributes, appBehaviour } from './app-element.ts'
import { BaseElement } from './base-element.ts'
import './customer-contact.ts'
import './event-layers.ts'

/**
 * The customer center.
 *
 * @attr {string} session-token - A token from the host instead of the login form; removing it logs out.
 * @attr {'de-at' | 'de-de' | 'de-ch'} language - `de-at`, `de-de` or `de-ch`; sent with the login.
 * @attr {string} config-url - Where the runtime configuration is; `assets/config.prod.json` beside the page.
 * @attr {string} texts-url - The folder of the texts; that of the configuration.
 * @attr {string} route-prefix - What the hashes of the screens begin with, such as `konto` for `#/konto/scripts`; all others are the host's.
 * @attr {Route | 'overview'} route - The screen: setting it leads there, as the menu does; at the start it counts where the address names none.
 * @attr {'hash' | 'memory'} routing - `hash`, or `memory` for a page whose address stays as it is.
 * @attr {boolean} hide-logout - Leaves out the menu's log-out, where the page has its own; only while the session came from the page.
 * @attr {boolean} hide-search - Leaves out the search across screens, with its keys `/` and Ctrl K.
 * @attr {'tab'} keep-session - `tab` keeps the login in this tab's session storage.
 * @prop {ConfigOverrides | null} config - Keys that override the configuration's.
 * @prop {Readonly<Record<string, string>> | null} texts - Text id to plain text, before the texts of the files.
 * @prop {FetchToken | null} fetchToken - Gives a token: at the start, before
 *   its end (`expiresIn`, in seconds) and when the server refuses it.
 * @fires {CustomEvent<null>} ready - The first screen can be used.
 * @fires {CustomEvent<LoadErrorDetail>} load-error - Something could not be loaded; `detail` has `stage` (`config`, `texts`, `code` or `session`), `message` and `reference` (`CC-…`).
 * @fires {CustomEvent<null>} session-start - Somebody is logged in, or somebody else.
 * @fires {CustomEvent<null>} session-expired - The session has ended; the login covers the screen until the person is back.
 * @fires {CustomEvent<null>} session-end - Nobody is logged in any more; not while the login covers the screen of an expired session.
 * @fires {CustomEvent<{ route: Route | 'overview' }>} route-change - Another screen is shown; `detail.route` names it.
 * @fires {CustomEvent<{ resource: 'customer' | 'contact' | 'invoice-address' | 'webshop-user' }>} data-saved - Something was saved; `detail.resource` names it.
 * @csspart shell - The whole element.
 * @csspart menu - The menu.
 * @csspart menu-item - An entry of the menu.
 * @csspart menu-item-current - The entry of the screen that is shown.
 * @csspart icon - An image of the menu or a tile.
 * @csspart main - What the menu leads to.
 * @csspart login - The login form, and that for a new password.
 * @csspart tiles - The list of tiles.
 * @csspart tile - A tile of the overview.
 * @csspart heading - A heading of a screen, a section or a dialog.
 * @csspart button - Every button.
 * @csspart button-primary - The most important button of a form.
 * @csspart button-quiet - A tinted button, beside others.
 * @csspart button-plain - A word that is a button.
 * @csspart button-disabled - A button that has nothing to do.
 * @csspart field - An input with its label.
 * @csspart label - The label of a field.
 * @csspart input - The input of a field.
 * @csspart notice - Every message on a screen.
 * @csspart notice-info - A message.
 * @csspart notice-warning - A warning.
 * @csspart notice-danger - A failure.
 * @csspart dialog - A dialog.
 * @csspart group - A group of rows that can be folded.
 * @csspart group-button - The button that folds a group.
 * @csspart table - A table.
 * @csspart event - An event with its scripts.
 * @csspart empty - What a list shows without rows.
 * @csspart form - A form.
 * @csspart fieldset - A group of fields with its legend.
 * @csspart legend - The heading of a group of fields.
 * @csspart coming-event - An event of the next time, above the orders.
 * @csspart company-event - A past event whose confirmations can be made.
 * @csspart list-tools - Search and filters above a list.
 * @csspart segments - The choice of a part of a list.
 * @csspart order - An order.
 * @csspart webinar - A webinar.
 * @csspart session - A device on which the person is logged in.
 * @csspart links - The links to the provider's pages.
 * @csspart passkey - A passkey in the profile.
 * @csspart passkey-offer - Offers a passkey after a login by password.
 * @csspart save-message - Says for some seconds that something was saved.
 * @tagname customer-center
 */
class CustomerCenter extends BaseElement {
  static readonly observedAttributes = [
    ...appAttributes,
    'route-prefix',
    'route',
    'routing',
    'hide-logout',
    'hide-search'
  ]

  constructor() {
    super((host) =>
      appBehaviour(host, {
        prerenders: true,
        async loadCode() {
          const { mountApp, loadOtherTexts } = await import('../shell/app.tsx')
          return { mount: (...given) => mountApp(host, ...given), loadOtherTexts }
        }
      })
    )
  }

  /**
   * Returns the address of a screen, for a link of the page that leads to it from any of its addresses. With
   * `routing="memory"` it leads nowhere: set `route` instead.
   *
   * @param {Route | 'overview'} route
   */
  linkTo(route: string): string {
    const prefix = String(Reflect.get(this, 'routePrefix') ?? '').replace(/^#?\/*|\/*$/g, '')
    return `${location.href.split('#', 1)[0]}#/${prefix && `${prefix}/`}${route}`
  }
}

/* oxlint-disable no-console -- for the developer of the page, who may not get what the page reports as an error. */
// This check is not for the package: bundlers of pages, such as Next's, run modules in classic scripts.
if (import.meta.env.MODE !== 'package' && globalThis.document?.currentScript)
  console.error('Load customer-center.js with type="module". (CC-MODULE)')
if (globalThis.customElements?.get('customer-center'))
  console.warn('customer-center.js is loaded twice. (CC-LOADED-TWICE)')

BaseElement.define('customer-center', CustomerCenter)
