// Types of the elements for code of the page. Published as they stand, so this file imports no package.
import type { FieldName } from './field-names.ts'

/**
 * Gives a token of the page's, with the seconds until it ends; null if nobody is logged in there, and `{ token: null }` for somebody
 * whom the customer center does not know.
 */
export type FetchToken = () => Promise<string | { readonly token: string | null; readonly expiresIn?: number } | null>

/** The screens that a configuration can show. */
export type Route =
  | 'mydata'
  | 'mydata/companydata'
  | 'mydata/invoiceaddress'
  | 'mydata/contacts'
  | 'mydata/userprofile'
  | 'scripts'
  | 'webinars'
  | 'orders'
  | 'invoices'
  | 'confirmations'
  | 'confirmations/participation'
  | 'confirmations/education'
  | 'confirmations/evaluation'

/** Keys of the runtime configuration, as the page overrides them; EMBEDDING.md explains each. */
export interface ConfigOverrides {
  readonly apiUrl?: string
  readonly apiUrlDev?: string
  readonly apiVersion?: string
  readonly development?: boolean
  readonly appKey?: string
  readonly allowedRoutes?: readonly Route[]
  readonly images?: Readonly<Record<string, { small?: string; big?: string }>>
  readonly languageInPath?: boolean
  readonly defaultLanguage?: string
  readonly extendedWebshopRights?: boolean
  readonly notSpecifiedSalutation?: boolean
  readonly contactNameFormat?: boolean
  readonly showTextIDs?: boolean
  readonly customTexts?: boolean
  readonly invoiceStampNo?: string
  readonly routeRights?: Readonly<
    Partial<Record<string, readonly ('none' | 'admin' | 'shopfull' | 'contact' | 'shoplight')[]>>
  >
  readonly fieldCodes?: Readonly<Partial<Record<FieldName, string | false>>>
  readonly backend?: Readonly<Record<'name' | 'release', string>>
  readonly features?: readonly string[]
  readonly passwordMinLength?: number | string
  readonly idempotencyKeys?: boolean
  readonly links?: Readonly<Partial<Record<'imprint' | 'privacy' | 'accessibility' | 'help', string>>>
}

/** Properties of all elements; null where one is not set. */
export interface ElementProperties {
  /** A token that the page got from `getToken`; without it the element shows its login form, and removing it logs out. */
  sessionToken: string | null
  /** Gives a token: at the start, shortly before its end, and when the server refuses it. */
  fetchToken: FetchToken | null
  /** The language, sent with the login. */
  language: 'de-at' | 'de-de' | 'de-ch' | null
  /** URL of the runtime configuration; `assets/config.prod.json` beside the page. */
  configUrl: string | null
  /** Keys that override the configuration's. */
  config: ConfigOverrides | null
  /** Text id to plain text, before the texts of the files. */
  texts: Readonly<Record<string, string>> | null
}

/** Properties of the elements with texts and forms. */
export interface AppProperties extends ElementProperties {
  /** URL of the folder with the texts; the folder of the configuration. */
  textsUrl: string | null
  /** `tab` keeps the login over a reload in this tab, where any script of the page can read it. */
  keepSession: 'tab' | null
}

export interface CustomerCenterProperties extends AppProperties {
  /** The beginning of the screens' hashes, such as `konto` for `#/konto/scripts`. */
  routePrefix: string | null
  /** The screen that is shown; null before the first. Setting it leads to another one, as the menu does. */
  route: Route | 'overview' | null
  /** `memory`: the screens change neither the address nor the history. */
  routing: 'hash' | 'memory' | null
  /** Leaves out the menu's log-out while the session came from the page. */
  hideLogout: boolean | string | null
  /** Leaves out the search across screens, with its keys. */
  hideSearch: boolean | string | null
}

/** The contact's `id` is the attribute and property of the DOM. */
export interface CustomerContactProperties extends AppProperties {
  company: number | string | null
  /** The contact to edit; a new one is created without it. */
  pvaid: number | string | null
  /** Requires an e-mail address also for a contact without a right. */
  requireEmail: boolean | string | null
}

export interface EventLayersProperties extends ElementProperties {
  /** The model to draw; without it nothing is drawn. */
  modelId: number | string | null
  /** The event whose own drawing of the model is wanted. */
  eventId: number | string | null
  /** The ids of the chosen seats. Setting it fires no event; ids of seats that the drawing does not have, or that are taken, show nothing. */
  selectedSeats: readonly string[] | null
}

export interface LoadErrorDetail {
  /** The part that could not be loaded; `session`: the answer who is logged in. */
  readonly stage: 'config' | 'texts' | 'code' | 'session'
  /** The reason, in English. */
  readonly message: string
  /** A heading of REFERENCES.md. */
  readonly reference: `CC-${string}`
}

export interface ModelDetail {
  readonly modelId: string
  readonly eventId: string
}

export interface ModelErrorDetail extends ModelDetail {
  /** HTTP status; 401 if nobody is logged in, 0 without an answer or a readable drawing. */
  readonly status: number
  readonly message: string
}

export interface SeatSelectDetail {
  readonly id: string
  readonly label: string
  /** Whether the seat is chosen unless the event is cancelled. */
  readonly selected: boolean
}

/** Events of all elements, by name. */
export interface ElementEventMap {
  /** The first screen, button or drawing can be used. */
  ready: CustomEvent<null>
  'load-error': CustomEvent<LoadErrorDetail>
}

/** Events of the elements with texts and forms. */
export interface AppEventMap extends ElementEventMap {
  /** Somebody is logged in, or somebody else. */
  'session-start': CustomEvent<null>
  /** The session has ended; the login covers the screen until the person is back. */
  'session-expired': CustomEvent<null>
  /** Nobody is logged in any more. */
  'session-end': CustomEvent<null>
  'data-saved': CustomEvent<{ readonly resource: 'customer' | 'contact' | 'invoice-address' | 'webshop-user' }>
}

export interface CustomerCenterEventMap extends AppEventMap {
  /** Another screen is shown. */
  'route-change': CustomEvent<{ readonly route: Route | 'overview' }>
}

export interface CustomerContactEventMap extends AppEventMap {
  /** A contact was created or changed; a number in our server, null where a backend does not name it. */
  'contact-saved': CustomEvent<{ readonly pvaid: number | string | null; readonly contactId: number | string | null }>
  /** The form was closed without saving. */
  'contact-cancel': CustomEvent<null>
}

export interface EventLayersEventMap extends ElementEventMap {
  /** The drawing is shown. */
  'model-load': CustomEvent<ModelDetail>
  /** There is no drawing. */
  'model-error': CustomEvent<ModelErrorDetail>
  /** A seat is being chosen or given up; cancelled, it stays as it was. */
  'seat-select': CustomEvent<SeatSelectDetail>
}

/** The points that `check()` of an element tests, in the order of its lines. */
export type CheckName =
  | 'configuration'
  | 'texts'
  | 'cors'
  | 'credentials'
  | 'anti-forgery'
  | 'version'
  | 'answers'
  | 'csp-script'
  | 'csp-connect'
  | 'csp-img'
  | 'csp-blob'
  | 'mixed-content'
  | 'storage'
  | 'pop-ups'
  | 'built-ins'
  | 'drawing'
  | 'backend'

/** One line of the result of `check()`. */
export interface CheckResult {
  readonly name: CheckName
  /** `unknown`: could not be looked at because something else fails. */
  readonly state: 'fine' | 'failed' | 'unknown'
  readonly finding: string
  /** The remedy; empty unless it failed. */
  readonly remedy: string
  /** A heading of REFERENCES.md; empty unless it failed. */
  readonly reference: `CC-${string}` | ''
}

interface PageElement<Events> extends HTMLElement {
  /** Finds out what keeps the element from working on this page, with `session` also for each call of the person's screens, and prints it to the console. */
  check(options?: { readonly session?: boolean }): Promise<readonly CheckResult[]>
  /** Ends the session, here and at the backend. */
  logout(): Promise<void>
  /** Restarts the element for another person: ends the session before, drops all of it and asks `fetchToken` anew. */
  restart(): Promise<void>

  addEventListener<Name extends keyof (HTMLElementEventMap & Events)>(
    type: Name,
    listener: (this: this, event: (HTMLElementEventMap & Events)[Name]) => unknown,
    options?: boolean | AddEventListenerOptions
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions
  ): void
  removeEventListener<Name extends keyof (HTMLElementEventMap & Events)>(
    type: Name,
    listener: (this: this, event: (HTMLElementEventMap & Events)[Name]) => unknown,
    options?: boolean | EventListenerOptions
  ): void
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions
  ): void
}

export interface CustomerCenterElement extends PageElement<CustomerCenterEventMap>, CustomerCenterProperties {
  /** Returns the address of a screen, for a link of the page; without effect with `routing="memory"`. */
  linkTo(route: Route | 'overview'): string
}
export interface CustomerContactElement extends PageElement<CustomerContactEventMap>, CustomerContactProperties {}
export interface EventLayersElement extends PageElement<EventLayersEventMap>, EventLayersProperties {}

export interface Types<Element = unknown, Properties = unknown, Events = unknown> {
  element: Element
  /** The properties of templates. */
  properties: Properties
  events: Events
}

/** The types of each tag. */
export interface ElementTypes {
  'customer-center': Types<CustomerCenterElement, CustomerCenterProperties, CustomerCenterEventMap>
  'customer-contact': Types<
    CustomerContactElement,
    CustomerContactProperties & { id: number | string },
    CustomerContactEventMap
  >
  'event-layers': Types<EventLayersElement, EventLayersProperties, EventLayersEventMap>
}

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : Name

type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>

type WithoutAttribute = 'config' | 'fetchToken' | 'texts' | 'selectedSeats'

/** Property to attribute: `configUrl` to `config-url`. The others have none. */
export type AttributeNames<Properties> = {
  [Name in Exclude<keyof Properties, WithoutAttribute> & string]: KebabCase<Name>
}

export type Optional<Properties> = { [Name in keyof Properties]?: Properties[Name] | undefined }

/** The attributes for {@link ElementProperties}, as templates write them. */
export type Attributes<Properties> = {
  [Name in Exclude<keyof Properties, WithoutAttribute> & string as KebabCase<Name>]?: Properties[Name] | undefined
}

/** Event to the name of its handler, in frameworks that write it so: `route-change` to `onRouteChange`. */
export type EventHandlers<Events> = {
  [Name in keyof Events & string as `on${PascalCase<Name>}`]?: ((event: Events[Name]) => void) | undefined
}

declare global {
  /** The events bubble; those of an element that a page listens for on `document`. */
  interface DocumentEventMap extends CustomerCenterEventMap, CustomerContactEventMap, EventLayersEventMap {}

  interface HTMLElementTagNameMap {
    'customer-center': CustomerCenterElement
    'customer-contact': CustomerContactElement
    'event-layers': EventLayersElement
  }
}
