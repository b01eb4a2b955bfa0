import { passwordMustChange } from './session.ts'

/** The envelope of every answer, whatever its HTTP status. */
export interface Envelope<Data> {
  responseData: Data
  responseResult: ResponseResult
}

export interface ResponseResult {
  /** Equals the HTTP status. */
  HTTPReturnCode: number
  /** 0 on success, else the number of a business error. */
  RESTReturnCode: number
  /** German sentences that may be shown to a person; at least one after a failure. */
  Errors: string[]
}

export function successEnvelope<Data>(responseData: Data): Envelope<Data> {
  return { responseData, responseResult: { HTTPReturnCode: 200, RESTReturnCode: 0, Errors: [] } }
}

export function failureEnvelope(HTTPReturnCode: number, RESTReturnCode: number, Errors: string[]): Envelope<null> {
  return { responseData: null, responseResult: { HTTPReturnCode, RESTReturnCode, Errors } }
}

/** Numbers of the business errors: a save that breaks such a rule gets HTTP 200 with the number as RESTReturnCode. */
export const BusinessError = {
  invalidEmail: 101,
  emailTaken: 102,
  requiredFieldMissing: 103,
  fieldNotWritable: 104,
  fieldTooLong: 105,
  passwordTooShort: 106,
  valueNotOffered: 107,
  rightNotGrantable: 108,
  lastAdmin: 109,
  notAvailable: 110,
  passwordMustChange,
  staleData: 409
} as const

export type BusinessError = (typeof BusinessError)[keyof typeof BusinessError]

/**
 * RESTReturnCode with HTTP 401: the session is valid, but the change needs a recent login. Clients log in again and
 * repeat the call, as after any 401.
 */
export const loginTooOld = 112
