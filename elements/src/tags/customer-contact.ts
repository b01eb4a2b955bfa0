import type { ContactOrders } from '../shell/contact-order.ts'
import { appAttributes, AppElement, type Draw } from './app-element.ts'
import { BaseElement } from './base-element.ts'

/**
 * A button 'Neuen Teilnehmer erstellen', in whose place the contact form opens; with a `pvaid` the form of that contact.
 *
 * @attr session-token - A token of the host's; without it the login of the page's other elements, or a login form, counts.
 * @attr language - `de-at`, `de-de` or `de-ch`; sent with the login.
 * @attr company - With `id` and `pvaid`, the contact to edit.
 * @attr id - The customer's number; also the DOM's own id.
 * @attr pvaid - The contact to edit; a new one is created without it.
 * @attr require-email - Makes the e-mail address required where the shop's field list says so, also for a contact without a right.
 * @attr config-url - Where the runtime configuration is; `assets/config.prod.json` beside the page.
 * @attr texts-url - The folder of the texts; `assets/` beside the page.
 * @fires contact-saved - A contact was created or changed; `detail` has its `pvaid` and `contactId`.
 * @fires contact-cancel - The form was closed without saving.
 * @fires session-start - Somebody is logged in, or somebody else.
 * @fires session-end - Nobody is logged in any more.
 * @fires data-saved - Something was saved; `detail.resource` names it.
 */
class CustomerContact extends AppElement {
  static readonly observedAttributes = [...appAttributes, 'company', 'id', 'pvaid', 'require-email']
  #orders: ContactOrders | null = null

  protected override changed(attribute: string): void {
    if (appAttributes.includes(attribute)) super.changed(attribute)
    else this.#order()
  }

  protected override async load(): Promise<Draw> {
    const [{ run }, { contactFrame }, { createContactOrders }] = await Promise.all([
      import('../shell/app.tsx'),
      import('../shell/contact-frame.tsx'),
      import('../shell/contact-order.ts')
    ])
    const orders = createContactOrders()
    this.#orders = orders
    this.#order()
    return (root, started, life) => run(this, root, started, life, contactFrame(orders))
  }

  #order(): void {
    const pvaid = numbered(this.value('pvaid'))
    const keys = { company: numbered(this.value('company')), id: numbered(this.value('id')), pvaid }
    const requireEmail = this.value('require-email') !== null && this.value('require-email') !== 'false'
    this.#orders?.change({ keys: pvaid === null ? null : keys, requireEmail })
  }
}

/** Null for what is no number: the `id` may be any, as the page likes it. */
function numbered(value: string | null): number | null {
  return value !== null && /^\d+$/.test(value) ? Number(value) : null
}

BaseElement.define('customer-contact', CustomerContact)
