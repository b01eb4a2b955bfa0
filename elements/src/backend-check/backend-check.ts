import type { Endpoint } from '@customer-center/contract/endpoint'
import { mayOpen, type RouteName } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { getToken } from '@customer-center/contract/session'
import { CallError } from '../client/call-error.ts'
import type { CallEndpoint } from '../client/call.ts'
import { foreignFormat } from '../client/foreign-backend.ts'
import { type Profile, readProfile } from '../client/profile.ts'
import { repeatRead } from '../client/repeat-read.ts'
import { giveRepeatRead, requestEndpoint, type RequestOptions } from '../client/request.ts'
import type { AnsweredCall, BackendConfig, FieldMap, WireFormat } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { type BackendFinding, findingOf, secretName, withoutSecrets } from './finding.ts'
import { judgeAnswer } from './judge-answer.ts'
import { failureFinding, judgeEnvelope, type SeenAnswer } from './judge-envelope.ts'

giveRepeatRead(repeatRead)

/** A call with what its answers have shown. */
export interface CheckedCall {
  /** Method and path, such as `GET /contact`. */
  readonly call: string
  readonly findings: readonly BackendFinding[]
  /** Why it was not made; null for one that was. */
  readonly notAsked: string | null
}

/** An answer with the map of the rows in it. */
interface MappedAnswer extends SeenAnswer {
  readonly map: FieldMap | undefined
}

export const nameOf = ({ method, path }: AnsweredCall) => `${method} ${path}`

/**
 * A run against a backend: makes calls by the code with which the elements make and read them, and notes for each call
 * what they cannot use. A backend of the contract's own shape is read by the door for others as well.
 */
export class BackendCheck {
  readonly api: string
  readonly config: BackendConfig
  readonly answers: MappedAnswer[] = []
  profile: Profile = readProfile({ emailAddress: null, webshopRights: null } as Parameters<typeof readProfile>[0])
  token: string | null
  /** Passwords and tokens that calls have sent or brought, which no finding repeats. */
  readonly #secrets = new Set<string>()
  readonly #calls = new Map<string, { findings: BackendFinding[]; notAsked: string | null }>()

  /** @param api URL without a slash at its end */
  constructor(api: string, config: RuntimeConfig, token: string | null) {
    this.api = api
    this.token = token
    const format = foreignFormat(config.fieldCodes)
    this.config = { ...config, format: { ...format, readAnswer: this.#readerOf(format) } }
  }

  /** The state of an element, as far as functions of `data/` use it. */
  get app(): AppContext {
    const { config, call, profile, api, token } = this
    const session = { profile, requestContext: { api, version: config.apiVersion, token } }
    const pausing = { get: () => null, subscribe: () => () => undefined }
    return { config, call, session, pausing, signal: this.#signal } as unknown as AppContext
  }

  readonly #signal = new AbortController().signal

  get calls(): CheckedCall[] {
    return [...this.#calls].map(([call, one]) => ({ call, ...one }))
  }

  #readerOf({ readAnswer }: Required<WireFormat>): Required<WireFormat>['readAnswer'] {
    return (response, text, call, map) => {
      let data: unknown
      if (call.path === getToken.path) this.#hideTokens(text)
      try {
        data = readAnswer(response, text, call, map)
        return data
      } finally {
        this.answers.push({ call, map, response, text, data })
      }
    }
  }

  /** Hides what the answer to a login has under the name of a token, whatever else is wrong with it. */
  #hideTokens(text: string) {
    try {
      JSON.parse(text, (name, value: unknown) => {
        if (secretName.test(name) && typeof value === 'string') this.#secrets.add(value)
      })
    } catch {
      // No JSON, of which nothing is repeated.
    }
  }

  /** Makes a call that no rule judges, as one that is to be refused. Throws CallError. */
  request<Q, B, D, Read = D>(
    endpoint: Endpoint<Q, B, D>,
    options: RequestOptions<Q, B, Read> = {},
    token: string | null = this.token
  ): Promise<Read> {
    const { api, config } = this
    const { apiVersion: version, format, idempotencyKeys } = config
    const { password } = (options.body ?? {}) as { password?: string }
    for (const secret of [token, password]) if (secret) this.#secrets.add(secret)
    return requestEndpoint({ api, token, version, format, idempotencyKeys }, endpoint, options)
  }

  /** The state of an element whose calls no rule judges. */
  get quietApp(): AppContext {
    const call: CallEndpoint = (endpoint, options) => this.request(endpoint, options)
    return { ...this.app, call }
  }

  /** Makes a call and judges its answers. Throws CallError. */
  readonly call: CallEndpoint = async (endpoint, options = {}) => {
    const before = this.answers.length
    const { format } = this.config
    this.#noted(nameOf(endpoint))
    try {
      const read = await this.request(endpoint, options)
      // A request that the elements make again in another way was refused for good reason.
      const judged = this.answers.slice(before).filter(({ data }) => data !== undefined)
      const { as } = options
      const isList = as !== undefined && Array.isArray(as.read(format, []))
      for (const answer of judged) {
        const { call, map, data, response } = answer
        await this.attempt(call, () => {
          const codes = new URL(response.url).searchParams.get('RES_FIELDS')
          const asked = codes === null ? null : new Set(codes.split(','))
          this.note(call, ...judgeEnvelope(answer))
          // A save is done with whatever it answers.
          if (map && call.method === 'GET') this.note(call, ...judgeAnswer({ format, map, isList, asked }, data))
        })
      }
      return read
    } catch (error) {
      if (error instanceof CallError) this.note(endpoint, failureFinding(error, this.answers.at(before)))
      throw error
    }
  }

  /** Notes findings of a call, each once. */
  note(call: AnsweredCall, ...found: readonly BackendFinding[]): void {
    const { findings } = this.#noted(nameOf(call))
    const hidden = (text: string) => withoutSecrets(text, this.#secrets)
    for (const one of found.map((given) => ({ ...given, member: hidden(given.member), seen: hidden(given.seen) })))
      if (!findings.some(({ member, kind }) => member === one.member && kind === one.kind)) findings.push(one)
  }

  /** Notes one finding of a call. */
  fault(call: AnsweredCall, ...finding: Parameters<typeof findingOf>): void {
    this.note(call, findingOf(...finding))
  }

  #noted(call: string) {
    const noted = this.#calls.get(call) ?? { findings: [], notAsked: null }
    noted.notAsked = null
    this.#calls.set(call, noted)
    return noted
  }

  skip(call: AnsweredCall, notAsked: string): void {
    if (!this.#calls.has(nameOf(call))) this.#calls.set(nameOf(call), { findings: [], notAsked })
  }

  /** Runs a part of the check: what it throws is a finding of the call, and ends this part alone. */
  async attempt<Result>(call: AnsweredCall, part: () => Result | Promise<Result>): Promise<Result | null> {
    try {
      return await part()
    } catch (error) {
      // A failed call has its finding already.
      if (!(error instanceof CallError)) this.fault(call, 'not-understood', 'answer', String(error))
      return null
    }
  }

  /** Tells whether the person's right and the configuration open one of the screens. */
  opens(screens: readonly RouteName[]): boolean {
    const { allowedRoutes, routeRights } = this.config
    return screens.some((route) => allowedRoutes.includes(route) && mayOpen(route, this.profile.right, routeRights))
  }

  /**
   * Reads what a screen needs; null where no screen of the person needs it, or where that fails, which is noted: a
   * failure that no answer had before is `unusable`'s.
   */
  async read<Data>(
    endpoint: AnsweredCall,
    screens: readonly RouteName[],
    load: (app: AppContext) => Promise<Data>,
    unusable?: Parameters<typeof findingOf>
  ): Promise<Data | null> {
    if (!this.opens(screens)) {
      this.skip(endpoint, `no screen of the right ${this.profile.right} needs it`)
      return null
    }
    try {
      return await load(this.app)
    } catch (error) {
      if (!(error instanceof CallError)) {
        this.fault(endpoint, 'not-understood', 'answer', String(error))
        return null
      }
      const isNew = this.#noted(nameOf(endpoint)).findings.every(({ level }) => level === 'warning')
      if (isNew && unusable) this.fault(endpoint, ...unusable)
      return null
    }
  }
}
