import { BusinessError, loginTooOld } from '@customer-center/contract/envelope'
import { getApiVersion, getToken } from '@customer-center/contract/session'
import { CallError, demandsNewPassword } from '../client/call-error.ts'
import type { AnsweredCall } from '../client/wire-format.ts'
import { answerLimits } from './bounded-fetch.ts'
import { type BackendFinding, findingOf, type FindingKind, shortValue } from './finding.ts'
import { parse, partOf, type SeenAnswer } from './judge-envelope.ts'

/** A call that has failed, with its first answer, if there was any. */
export interface FailedCall {
  readonly call: AnsweredCall
  readonly error: CallError
  readonly answer: SeenAnswer | undefined
}
export type JudgeFailure = (failed: FailedCall) => void

/** Words of which each is in no German sentence. */
const english = /\b(?:the|your|please|invalid|wrong|denied|failed|unauthori[sz]ed|forbidden|not found)\b/i

/** Returns a word of the first sentence that is English. */
export const englishIn = (error: unknown): string | undefined =>
  english.exec((error instanceof CallError && error.errors[0]) || '')?.[0]

/**
 * Tells whether a backend refuses by a rule of its own, whose sentence people read. That a row is stale is no rule: with
 * the version that was just read, nobody could ever save it.
 */
export const isRule = ({ status, restCode, errors }: CallError) =>
  errors.length > 0 && restCode !== BusinessError.staleData && (status < 300 || [409, 422].includes(status))

/** Why no other call of a person can be made. */
export const reasonNotToAsk = (error: CallError): string | null => {
  if (error.status === 401 && error.restCode === loginTooOld) return 'it needs a login that is not so long ago'
  return demandsNewPassword(error) ? 'the person has to choose a password first' : null
}

const noAnswer = `no whole answer, of at most ${answerLimits.ms / 1000} seconds and ${answerLimits.bytes / 1e6} MB`
const redirects = [301, 302, 303, 307, 308]

/** Returns the kind of finding for a failing status, by the place that a developer has to look at. */
function kindOfStatus(status: number, { path }: AnsweredCall): FindingKind {
  if (path === getApiVersion.path) return 'not-reachable'
  if ([404, 405, 501].includes(status)) return 'no-call'
  if (status === 429 || status >= 500) return 'failed'
  if (path === getToken.path) return [401, 403].includes(status) ? 'login-refused' : 'login-form'
  if (status === 401) return 'not-logged-in'
  return status === 403 ? 'http-status' : 'bad-request'
}

/** Words the failure of a call that should have succeeded. */
export function failureFinding({ failure, status, restCode, errors }: CallError, answer?: SeenAnswer): BackendFinding {
  if (!answer) return findingOf('no-answer', 'connection', failure === 'timeout' ? 'nothing in 30 seconds' : noAnswer)
  const { response, text, call } = answer
  const body = parse(text)
  const said = errors.length > 0 ? `, ${shortValue(errors[0])}` : ''
  if (redirects.includes(response.status)) return findingOf('redirected', 'HTTP status', `${response.status}${said}`)
  if (body === undefined && response.ok) return findingOf('not-json', 'body', partOf(answer, text))
  if (!response.ok) return findingOf(kindOfStatus(response.status, call), 'HTTP status', `${response.status}${said}`)
  if (status < 200 || status > 299) return findingOf('return-code', 'HTTPReturnCode', `${status}${said}`)
  if (call.path === getToken.path && failure === 'unreadable') return findingOf('no-token', 'access_token', 'nothing')
  if (call.path === getToken.path && !said) return findingOf('return-code', 'HTTPReturnCode', 'another one than 200')
  if (errors.length > 0) return findingOf('sentence-for-data', 'Errors', partOf(answer, errors[0]))
  if (restCode !== 0) return findingOf('rest-code', 'RESTReturnCode', String(restCode))
  return findingOf('no-envelope', 'responseData', partOf(answer, body))
}
