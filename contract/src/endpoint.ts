import type { RightName } from './rights.ts'
import type { Route } from './routes.ts'

/**
 * `public`: no token needed. A list: the rights that may call; a token with another right gets 403. A route: whoever may open
 * that screen, so that a provider's `routeRights` opens the screen and its calls together.
 */
export type Access = 'public' | readonly RightName[] | { readonly route: Route }

/**
 * One call, said once: the elements make it and the server answers it from this same value. It holds no schema, so that the
 * browser does not pay for zod; `<noun>.schema.ts` joins the shapes to it (see `defineEndpoint`). The type parameters carry
 * what travels: query or form fields, JSON body, responseData.
 */
export interface Endpoint<Query, Body, Data> {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Relative to the API's base URL. */
  readonly path: string
  readonly access: Access
  /** How the body travels; `form` is application/x-www-form-urlencoded. */
  readonly body?: 'json' | 'form'
  /** Creates something, and takes the header Idempotency-Key, so that sending it twice creates one. */
  readonly creates?: true
  /** Works while a generated password has not been changed yet; every other call that needs a token then answers 111. */
  readonly initial?: true
  /** Never set: only carries the types. */
  readonly types?: { query: Query; body: Body; data: Data }
}

/** A call without a body. */
export function get<Query, Data>(path: string, access: Access): Endpoint<Query, undefined, Data> {
  return { method: 'GET', path, access }
}

/** A call with a JSON body, always `{data: …}` on this wire. */
export function send<Body, Data>(
  method: 'POST' | 'PUT',
  path: string,
  access: Access
): Endpoint<undefined, { data: Body }, Data> {
  return { method, path, access, body: 'json' }
}

/** A call that creates, and takes the header Idempotency-Key. */
export function creation<Query, Body, Data>(endpoint: Endpoint<Query, Body, Data>): Endpoint<Query, Body, Data> {
  return { ...endpoint, creates: true }
}

/** A call that works before a generated password has been changed. */
export function initial<Query, Body, Data>(endpoint: Endpoint<Query, Body, Data>): Endpoint<Query, Body, Data> {
  return { ...endpoint, initial: true }
}
