import type { BackendFeature } from './backend-feature.ts'
import type { RightName } from './rights.ts'
import { mayOpen, type RouteName, type RouteRightsOverride } from './routes.ts'

/**
 * `public`: no token needed. A list: the rights that may call; a token with another right gets 403. A route: the rights
 * that open its screen, so that a provider's `routeRights` apply to the screen and its calls together.
 */
export type CallAccess = 'public' | readonly RightName[] | { readonly route: RouteName }

/** Tells whether a right may make a call; a screen does not offer other calls, and the server refuses them. */
export function mayCall(
  { access }: { readonly access: CallAccess },
  right: RightName,
  override?: RouteRightsOverride
): boolean {
  if (access === 'public') return true
  return 'route' in access ? mayOpen(access.route, right, override) : access.includes(right)
}

/**
 * The single definition of a call, with which the elements make it and the server answers it. It has no schema, so the
 * browser need not load zod; a function of the noun's file adds the schemas (see `defineEndpoint`). The type parameters
 * are the sent values: query or form fields, JSON body, responseData.
 */
export interface Endpoint<Query, Body, Data> {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Relative to the API's base URL. */
  readonly path: string
  readonly access: CallAccess
  /** Encoding of the body; `form` is application/x-www-form-urlencoded. */
  readonly body?: 'json' | 'form'
  /** Creates something. Accepts the header Idempotency-Key, so that a repeated request creates only one. */
  readonly creates?: true
  /** Stores something beside its answer, although it is a GET. */
  readonly stores?: true
  /** Works before a generated password has been changed; until then, every other call with a token answers 111. */
  readonly allowsGeneratedPassword?: true
  /** Feature by which a backend announces that it has the call. */
  readonly feature?: BackendFeature
  /** Never set; only for the types. */
  readonly types?: { query: Query; body: Body; data: Data }
}

/**
 * Header that identifies a creation, 1 to 200 printable ASCII characters: for 24 hours, the same key gets the first
 * answer again.
 */
export const idempotencyHeader = 'Idempotency-Key'

/** Defines a call without a body. */
export function getCall<Query, Data>(path: string, access: CallAccess): Endpoint<Query, undefined, Data> {
  return { method: 'GET', path, access }
}

/** Defines a call with a JSON body, which is always `{data: …}`. */
export function sendCall<Body, Data>(
  method: 'POST' | 'PUT',
  path: string,
  access: CallAccess
): Endpoint<undefined, { data: Body }, Data> {
  return { method, path, access, body: 'json' }
}

/** Defines a call that creates something and accepts the header Idempotency-Key. */
export function creatingCall<Query, Body, Data>(endpoint: Endpoint<Query, Body, Data>): Endpoint<Query, Body, Data> {
  return { ...endpoint, creates: true }
}

/** Marks a call that works before a generated password has been changed. */
export function allowGeneratedPassword<Query, Body, Data>(
  endpoint: Endpoint<Query, Body, Data>
): Endpoint<Query, Body, Data> {
  return { ...endpoint, allowsGeneratedPassword: true }
}

/** Tells whether a call only reads: it may be made again, by anybody who may call, with nothing changed. */
export const onlyReads = ({ method, stores }: Pick<Endpoint<never, never, never>, 'method' | 'stores'>) =>
  method === 'GET' && !stores

/** Marks a call that a backend may lack. */
export function ofFeature<Query, Body, Data>(
  feature: BackendFeature,
  endpoint: Endpoint<Query, Body, Data>
): Endpoint<Query, Body, Data> {
  return { ...endpoint, feature }
}
