import { getToken } from '@customer-center/contract/session'
import type { CallError } from '../client/call-error.ts'
import type { AnsweredCall } from '../client/wire-format.ts'
import { answerLimits } from './bounded-fetch.ts'
import { type BackendFinding, findingOf, type FindingKind, shortValue } from './finding.ts'

/** An answer as it came. */
export interface SeenAnswer {
  readonly call: AnsweredCall
  readonly response: Pick<Response, 'ok' | 'status' | 'url'>
  readonly text: string
  /** The responseData as the door has read it; undefined where the answer refuses. */
  readonly data: unknown
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes a part of an answer; nothing of a login's, which may have tokens and passwords wherever it likes. */
const partOf = ({ call }: SeenAnswer, value: unknown) =>
  call.path === getToken.path ? 'an answer to a login, which is not repeated here' : shortValue(value)

/** Judges the envelope of an answer that the door has taken: much may be missing, but no data beside `responseData`. */
export function judgeEnvelope(answer: SeenAnswer): BackendFinding[] {
  const { response, text, data, call } = answer
  const { status } = response
  const { responseResult, ...members } = (parse(text) ?? {}) as Record<string, unknown>
  const { HTTPReturnCode, RESTReturnCode, Errors } = (responseResult ?? {}) as Record<string, unknown>
  const others = Object.entries(members).flatMap(([name, value]) => (value instanceof Object ? [name] : []))
  const isLost = call.method === 'GET' && !('responseData' in members) && others.length > 0
  const isOther = Number(HTTPReturnCode ?? status) !== status
  const number = Number(RESTReturnCode ?? 0)
  const isRemarked = data !== null && (number !== 0 || (Array.isArray(Errors) && Errors.length > 0))
  return [
    ...(text.includes('\uFFFD') ? [findingOf('no-utf-8', 'body', 'bytes that are no UTF-8')] : []),
    ...(isLost ? [findingOf('other-envelope', 'responseData', `nothing, but ${others.join(', ')}`)] : []),
    ...(isOther
      ? [findingOf('other-return-code', 'HTTPReturnCode', `${partOf(answer, HTTPReturnCode)}, ${status}`)]
      : []),
    ...(isRemarked
      ? [findingOf('remark', number === 0 ? 'Errors' : 'RESTReturnCode', partOf(answer, responseResult))]
      : [])
  ]
}

const noAnswer = `no whole answer, of at most ${answerLimits.ms / 1000} seconds and ${answerLimits.bytes / 1e6} MB`
const redirects = [301, 302, 303, 307, 308]

/** Returns the kind of finding for a failing status, by what a developer has to look at. */
function kindOfStatus(status: number, { path }: AnsweredCall): FindingKind {
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
