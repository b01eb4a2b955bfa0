import { useCallback, useSyncExternalStore } from 'react'
import type { BackendFeature } from '@customer-center/contract/backend-feature'
import type { Endpoint } from '@customer-center/contract/endpoint'
import { CallError } from '../client/call-error.ts'
import type { RequestOptions } from '../client/request.ts'
import type { Session } from '../client/session.ts'
import { type AppContext, useAppContext } from '../context/app-context.ts'
import { warnDeveloper } from '../lib/warn.ts'

export type FeatureCaller = Pick<AppContext, 'call' | 'session'>

/** Features that a backend has announced and then turned out to lack, until the page is loaded again. */
const missing = new WeakMap<Session, Set<BackendFeature>>()
const listeners = new Set<() => void>()

/** Tells whether the backend has announced the feature, and has not answered since that it lacks it. */
export const hasFeature = ({ config, session }: Pick<AppContext, 'config' | 'session'>, feature: BackendFeature) =>
  config.features.includes(feature) && !missing.get(session)?.has(feature)

/** Follows {@link hasFeature}. */
export function useBackendFeature(feature: BackendFeature): boolean {
  const { config, session } = useAppContext()
  const isOffered = useCallback(() => hasFeature({ config, session }, feature), [config, session, feature])
  // The third argument is for the overview, which asks while it is hydrated.
  return useSyncExternalStore(subscribeToFeatures, isOffered, isOffered)
}

function subscribeToFeatures(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Makes a call of a feature. An answer that says that there is no such call hides the feature. Not for calls that name
 * something which may be gone. Throws as `call` does.
 */
export async function callFeature<Q, B, D, Read = D>(
  { call, session }: FeatureCaller,
  endpoint: Endpoint<Q, B, D>,
  options: RequestOptions<Q, B, Read> = {}
): Promise<Read> {
  try {
    return await call(endpoint, options)
  } catch (error) {
    const { feature } = endpoint
    if (feature && error instanceof CallError && [404, 405, 501].includes(error.status)) hideFeature(session, feature)
    throw error
  }
}

function hideFeature(session: Session, feature: BackendFeature): void {
  const hidden = missing.get(session) ?? new Set()
  if (hidden.has(feature)) return
  missing.set(session, hidden.add(feature))
  warnDeveloper(
    'CC-FEATURE',
    `The backend announces the feature '${feature}', but does not answer its calls. It is not shown.`
  )
  for (const listener of listeners) listener()
}

/**
 * Tells whether passkeys can be used here: the backend has them, the browser does, and the page is of the API's own
 * origin, the only one for which the backend's passkeys are good.
 */
export function usePasskeys(): boolean {
  const isOffered = useBackendFeature('passkeys')
  const { session } = useAppContext()
  return (
    isOffered &&
    new URL(session.requestContext.api, document.baseURI).origin === location.origin &&
    'PublicKeyCredential' in window
  )
}
