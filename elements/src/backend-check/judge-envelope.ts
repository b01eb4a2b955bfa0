import { getToken } from '@customer-center/contract/session'
import { isRow } from '../client/rows.ts'
import type { AnsweredCall } from '../client/wire-format.ts'
import { type BackendFinding, findingOf, shortValue } from './finding.ts'

/** An answer as it came. */
export interface SeenAnswer {
  readonly call: AnsweredCall
  readonly response: Pick<Response, 'ok' | 'status' | 'url'>
  readonly text: string
  /** The responseData as the door has read it; undefined where the answer refuses. */
  readonly data: unknown
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes a part of an answer; nothing of a login's, which may have tokens and passwords wherever it likes. */
export const partOf = ({ call }: SeenAnswer, value: unknown) =>
  call.path === getToken.path ? 'an answer to a login, which is not repeated here' : shortValue(value)

/** Tells whether a member may hold what the call asks for: a list of rows, or a row. */
const mayBeData = (value: unknown, isList: boolean) =>
  Array.isArray(value) ? value.some(isRow) : !isList && isRow(value)

/**
 * Judges the envelope of an answer that the door has taken: much may be missing, but no data beside `responseData`.
 *
 * @param isList whether the call is answered with a list of rows
 */
export function judgeEnvelope(answer: SeenAnswer, isList: boolean): BackendFinding[] {
  const { response, text, data, call } = answer
  const { status } = response
  const { responseResult, ...members } = (parse(text) ?? {}) as Record<string, unknown>
  const { HTTPReturnCode, RESTReturnCode, Errors } = (responseResult ?? {}) as Record<string, unknown>
  const others = Object.entries(members).flatMap(([name, value]) => (mayBeData(value, isList) ? [name] : []))
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
