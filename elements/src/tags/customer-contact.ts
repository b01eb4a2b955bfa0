import type { ContactFormStore } from '../shell/contact-shell.tsx'
import { appAttributes, appBehaviour, isOn } from './app-element.ts'
import { BaseElement, type Behaviour, type ElementHost } from './base-element.ts'

const formAttributes = ['company', 'id', 'pvaid', 'require-email']

/**
 * A button 'Neuen Teilnehmer erstellen', in whose place the contact form opens; with a `pvaid` the form of that contact.
 *
 * @attr {string} session-token - A token from the host; without it the login of the page's other elements counts, or a login form.
 * @attr {'de-at' | 'de-de' | 'de-ch'} language - `de-at`, `de-de` or `de-ch`; sent with the login.
 * @attr {number | string} company - With `id`, the customer of the contact.
 * @attr {number | string} id - The customer's number; also the DOM's own id, and no more than that without `company`.
 * @attr {number | string} pvaid - The contact to edit; a new one is created without it.
 * @attr {boolean} require-email - Makes the e-mail address required where the shop's field list says so, also for a contact without a right.
 * @attr {string} config-url - Where the runtime configuration is; `assets/config.prod.json` beside the page.
 * @attr {string} texts-url - The folder of the texts; that of the configuration.
 * @attr {'tab'} keep-session - `tab` keeps the login in this tab's session storage.
 * @prop {ConfigOverrides | null} config - Keys that override the configuration's.
 * @prop {Readonly<Record<string, string>> | null} texts - Text id to plain text, before the texts of the files.
 * @prop {FetchToken | null} fetchToken - Gives a token: at the start, before
 *   its end (`expiresIn`, in seconds) and when the server refuses it.
 * @fires {CustomEvent<null>} ready - The button can be used.
 * @fires {CustomEvent<LoadErrorDetail>} load-error - Something could not be loaded; `detail` has `stage` (`config`, `texts`, `code` or `session`), `message` and `reference` (`CC-…`).
 * @fires {CustomEvent<{ pvaid: number | string | null, contactId: number | string | null }>} contact-saved - A contact was created or changed; `detail` has its `pvaid` and `contactId`.
 * @fires {CustomEvent<null>} contact-cancel - The form was closed without saving.
 * @fires {CustomEvent<null>} session-start - Somebody is logged in, or somebody else.
 * @fires {CustomEvent<null>} session-expired - The session has ended; the login covers the form until the person is back.
 * @fires {CustomEvent<null>} session-end - Nobody is logged in any more.
 * @fires {CustomEvent<{ resource: 'customer' | 'contact' | 'invoice-address' | 'webshop-user' }>} data-saved - Something was saved; `detail.resource` names it.
 * @csspart shell - The whole element.
 * @csspart login - The login form, and that for a new password.
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
 * @csspart form - A form.
 * @csspart fieldset - A group of fields with its legend.
 * @csspart legend - The heading of a group of fields.
 * @csspart save-message - Says for some seconds that something was saved.
 * @tagname customer-contact
 */
class CustomerContact extends BaseElement {
  static readonly observedAttributes = [...appAttributes, ...formAttributes]

  constructor() {
    super(contactBehaviour)
  }
}

function contactBehaviour(host: ElementHost): Behaviour {
  let form: ContactFormStore | null = null
  const updateForm = () => {
    const [pvaid, company] = [host.text('pvaid') || null, host.text('company') || null]
    // Without a company the page may use `id` for anything.
    const customer = company === null ? null : { company, id: host.text('id') || null }
    const keys = pvaid === null ? null : { company: null, id: null, ...customer, pvaid }
    form?.update({ keys, customer, requireEmail: isOn(host.text('require-email')) })
  }
  const app = appBehaviour(host, {
    prerenders: false,
    async loadCode() {
      const [{ mountApp, loadOtherTexts }, shell] = await Promise.all([
        import('../shell/app.tsx'),
        import('../shell/contact-shell.tsx')
      ])
      form = new shell.ContactFormStore()
      updateForm()
      const view = shell.createContactShell(form)
      return { mount: (...given) => mountApp(host, ...given, view), loadOtherTexts }
    }
  })
  return {
    ...app,
    changed: (name, undo) => (formAttributes.includes(name) ? updateForm() : app.changed(name, undo)),
    session(restarts) {
      // The next person has not opened the form.
      if (restarts) form?.update({ open: false })
      return app.session(restarts)
    }
  }
}

BaseElement.define('customer-contact', CustomerContact)
