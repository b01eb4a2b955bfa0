import { queryOptions } from '@tanstack/react-query'
import { alwaysSent, textField, textIdField } from '@customer-center/contract/field-codes'
import {
  createPasskey,
  deletePasskey,
  type EndsOthers,
  getPasskeyLoginOptions,
  getPasskeyOptions,
  listPasskeys,
  type PasskeyOptions,
  renamePasskey
} from '@customer-center/contract/passkey'
import { rowsOf } from '../client/rows.ts'
import { serializeId } from '../client/saved-row.ts'
import type { AppContext } from '../context/app-context.ts'
import { callFeature, type FeatureCaller } from './backend-feature.ts'

const map = {
  fields: {
    passkeyId: alwaysSent(textIdField('passkeyId', 100)),
    name: alwaysSent(textField('name')),
    createdAt: alwaysSent(textField('createdAt')),
    lastUsedAt: textField('lastUsedAt')
  }
} as const
const as = rowsOf(map)

/** Returns the id of a passkey as a write sends it. */
const keyOf = ({ config: { format } }: Pick<AppContext, 'config'>, id: string) => ({
  passkeyId: serializeId(format, map, 'passkeyId', id)
})

/** Loaded with the first passkey: the library reads and writes for browsers without PublicKeyCredential.toJSON(). */
const library = () => import('@simplewebauthn/browser')

/** Query: the passkeys of the person, the newest first. */
export function passkeyList(app: FeatureCaller) {
  return queryOptions({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => callFeature(app, listPasskeys, { as, signal }),
    staleTime: 0
  })
}

/**
 * Asks the browser for a new passkey, which the backend keeps.
 * @param ending whether the person's other sessions end with it
 * @returns false if the person has decided otherwise
 * @throws CallError; Error with the name `InvalidStateError` if the device already has a passkey; another Error of the
 * browser's
 */
export async function addPasskey(app: FeatureCaller, ending: EndsOthers = {}): Promise<boolean> {
  const options = await callFeature(app, getPasskeyOptions, { body: { data: {} } })
  const { startRegistration } = await library()
  const response = await orCancelled(startRegistration({ optionsJSON: asJson(options) }))
  if (response) await callFeature(app, createPasskey, { body: { data: { response: { ...response }, ...ending } } })
  return response !== undefined
}

/**
 * Asks the browser for the answer of a passkey that the person picks.
 * @returns the argument of `logIn`; undefined if the person has decided otherwise
 * @throws CallError, or an Error of the browser's
 */
export async function answerByPasskey(app: FeatureCaller): Promise<string | undefined> {
  const options = await callFeature(app, getPasskeyLoginOptions, { body: { data: {} } })
  const { startAuthentication } = await library()
  const response = await orCancelled(startAuthentication({ optionsJSON: asJson(options) }))
  return response && JSON.stringify(response)
}

/**
 * Answers with a passkey that the person picks among the suggestions for the user name, until `signal` is aborted.
 * Undefined without such a passkey, also where the browser has no suggestions.
 */
export async function answerBySuggestion(app: FeatureCaller, signal: AbortSignal): Promise<string | undefined> {
  const { startAuthentication, browserSupportsWebAuthnAutofill, WebAuthnAbortService } = await library()
  if (signal.aborted || !(await browserSupportsWebAuthnAutofill())) return undefined
  const options = await callFeature(app, getPasskeyLoginOptions, { body: { data: {} }, signal })
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true })
  // The library looks for the field in the document, which does not see into a shadow root.
  const inShadow = { useBrowserAutofill: true, verifyBrowserAutofillInput: false }
  const response = await orCancelled(startAuthentication({ optionsJSON: asJson(options), ...inShadow }))
  return response && JSON.stringify(response)
}

export async function setPasskeyName(app: AppContext, passkeyId: string, name: string): Promise<void> {
  await app.call(renamePasskey, { body: { data: { ...keyOf(app, passkeyId), name } } })
}

export async function removePasskey(app: AppContext, passkeyId: string, ending: EndsOthers): Promise<void> {
  await app.call(deletePasskey, { body: { data: { ...keyOf(app, passkeyId), ...ending } } })
}

/** Passes on the backend's answer unchecked: the browser checks it. */
const asJson = <Options>(options: PasskeyOptions) => options as unknown as Options

/** Returns undefined for a cancelled question. Browsers report a cancellation and a timeout in the same way. */
async function orCancelled<Response>(answer: Promise<Response>): Promise<Response | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined
    throw error
  }
}
