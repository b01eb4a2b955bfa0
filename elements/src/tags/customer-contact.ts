import type { ContactFormStore } from '../shell/contact-form-store.ts'
import { appAttributes, type AppCode, AppElement } from './app-element.ts'
import { BaseElement } from './base-element.ts'

/**
 * A button 'Neuen Teilnehmer erstellen', in whose place the contact form opens; with a `pvaid` the form of that contact.
 *
 * @attr session-token - A token from the host; without it the login of the page's other elements counts, or a login form.
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
  #form: ContactFormStore | null = null

  protected override attributeChanged(attribute: string): void {
    if (appAttributes.includes(attribute)) super.attributeChanged(attribute)
    else this.#updateForm()
  }

  protected override async loadCode(): Promise<AppCode> {
    const [{ mountApp, loadOtherTexts }, { createContactShell }, { createContactFormStore }] = await Promise.all([
      import('../shell/app.tsx'),
      import('../shell/contact-shell.tsx'),
      import('../shell/contact-form-store.ts')
    ])
    const form = createContactFormStore()
    this.#form = form
    this.#updateForm()
    const view = createContactShell(form)
    return { mount: (root, boot, signal) => mountApp(this, root, boot, signal, view), loadOtherTexts }
  }

  #updateForm(): void {
    const pvaid = numberOf(this.value('pvaid'))
    const keys = { company: numberOf(this.value('company')), id: numberOf(this.value('id')), pvaid }
    const requireEmail = this.value('require-email') !== null && this.value('require-email') !== 'false'
    this.#form?.update({ keys: pvaid === null ? null : keys, requireEmail })
  }
}

/** Null for what is no number: the page may use `id` for anything. */
function numberOf(value: string | null): number | null {
  return value !== null && /^\d+$/.test(value) ? Number(value) : null
}

BaseElement.define('customer-contact', CustomerContact)
