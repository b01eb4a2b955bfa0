import type { Endpoint } from '@customer-center/contract/endpoint'
import { mayCall } from '@customer-center/contract/endpoint'
import { loginTooOld } from '@customer-center/contract/envelope'
import { isRouteOpen, type RouteName } from '@customer-center/contract/routes'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'
import { getToken } from '@customer-center/contract/session'
import { CallError } from '../client/call-error.ts'
import type { CallEndpoint } from '../client/call.ts'
import { foreignFormat } from '../client/foreign-backend.ts'
import type { Profile } from '../client/profile.ts'
import { repeatRead } from '../client/repeat-read.ts'
import { provideRepeatRead, type RequestContext, requestEndpoint, type RequestOptions } from '../client/request.ts'
import type { AnsweredCall, BackendConfig, FieldMap, WireFormat } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { type BackendFinding, findingOf, secretName, shortValue, withoutSecrets } from './finding.ts'
import { judgeAnswer } from './judge-answer.ts'
import { judgeEnvelope, type SeenAnswer } from './judge-envelope.ts'
import { englishIn, failureFinding, isRule, type JudgeFailure, reasonNotToAsk } from './judge-failure.ts'

provideRepeatRead(repeatRead)

/** A call with the findings about its answers. */
export interface CheckedCall {
  /** Method and path, such as `GET /contact`. */
  readonly call: string
  readonly findings: readonly BackendFinding[]
  /** Why it was not made; null for one that was. */
  readonly notAsked: string | null
}

/** The session whose calls are made: that of a page, or the command's own. */
interface CheckedSession {
  readonly requestContext: RequestContext
  /** Replaces a token that has run out, as for the screens; false if nobody can, or it would be another person's. */
  readonly renew?: () => Promise<boolean>
}

interface Query<Data> {
  readonly queryFn?: ((context: never) => Data | Promise<Data>) | undefined
}

/** Reads by a query of the screens, without their cache. */
export const queried = async <Data>({ queryFn }: Query<Data>, { signal }: AppContext): Promise<Data> =>
  queryFn!({ signal } as never)

/** In place of an answer to a call that this person does not make. */
const noAnswer = new CallError('refused')

type Unusable = Readonly<Parameters<typeof findingOf>>

/** An answer with the map of the rows in it. */
export interface MappedAnswer extends SeenAnswer {
  readonly map: FieldMap | undefined
}

/** A call by its name: also a question of the browser's own, which no code of the elements makes. */
export type NamedCall = Readonly<Record<'method' | 'path', string>>

export const nameOf = ({ method, path }: NamedCall) => `${method} ${path}`

/**
 * A run against a backend: makes calls by the code with which the elements make and read them, and notes for each call
 * the parts that they cannot use. A backend of the contract's own shape is read by the door for others as well.
 */
export class BackendCheck {
  readonly config: BackendConfig
  readonly answers: MappedAnswer[] = []
  session: CheckedSession
  profile: Profile = { emailAddress: '', right: 'none', changeParticipantAllowed: false }
  /** Passwords and tokens that calls have sent or brought, which no finding repeats. */
  readonly #secrets = new Set<string>()
  readonly #calls = new Map<string, { findings: BackendFinding[]; notAsked: string | null }>()
  #last: AnsweredCall = getToken
  readonly #signal = new AbortController().signal

  constructor(session: CheckedSession, config: RuntimeConfig) {
    this.session = session
    const format = foreignFormat(config.fieldCodes)
    this.config = { ...config, format: { ...format, readAnswer: this.#readerOf(format) } }
  }

  /** @param api URL without a slash at its end */
  static at(api: string, config: RuntimeConfig, token: string | null): BackendCheck {
    const { apiVersion: version, idempotencyKeys } = config
    return new BackendCheck({ requestContext: { api, version, idempotencyKeys, token } }, config)
  }

  get api(): string {
    return this.session.requestContext.api
  }

  get token(): string | null {
    return this.session.requestContext.token
  }

  set token(token: string | null) {
    this.session = { requestContext: { ...this.session.requestContext, token } }
  }

  /** The state of an element, as far as functions of `data/` use it. */
  get app(): AppContext {
    const { config, call, profile, session } = this
    const { requestContext } = session
    const pausing = { get: () => null, subscribe: () => () => undefined }
    const app = { config, call, session: { profile, requestContext }, pausing, signal: this.#signal }
    return app as unknown as AppContext
  }

  /** The state of an element whose calls no rule judges. */
  get quietApp(): AppContext {
    const call: CallEndpoint = (endpoint, options) => this.request(endpoint, options)
    return { ...this.app, call }
  }

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

  /** Hides all tokens in the answer to a login, whatever else is wrong with it. */
  #hideTokens(text: string) {
    try {
      JSON.parse(text, (name, value: unknown) => {
        if (secretName.test(name) && typeof value === 'string') this.#secrets.add(value)
      })
    } catch {
      // No JSON, of which nothing is repeated.
    }
  }

  /**
   * Makes a call that no rule judges, as one that is to be refused. As in the screens, a token that has run out is renewed
   * once. Throws CallError.
   */
  async request<Q, B, D, Read = D>(
    endpoint: Endpoint<Q, B, D>,
    options: RequestOptions<Q, B, Read> = {},
    token = endpoint.access === 'public' ? null : this.token
  ): Promise<Read> {
    const { format } = this.config
    const { password } = (options.body ?? {}) as { password?: string }
    for (const secret of [token, password]) if (secret) this.#secrets.add(secret)
    const isOwn = endpoint.access !== 'public' && token === this.token
    const before = this.answers.length
    try {
      return await requestEndpoint({ ...this.session.requestContext, token, format }, endpoint, options)
    } catch (error) {
      const word = englishIn(error)
      if (word) this.fault(endpoint, 'no-german', 'Errors', `a sentence with “${word}”`)
      if (!isOwn || !(error instanceof CallError) || error.status !== 401 || error.restCode === loginTooOld) throw error
      // A screen may have renewed it meanwhile.
      if (token === this.token && !(await this.session.renew?.())) throw error
      if (this.token) this.#secrets.add(this.token)
      this.answers.splice(before)
      return requestEndpoint({ ...this.session.requestContext, format }, endpoint, options)
    }
  }

  readonly #noteFailure: JudgeFailure = ({ call, error, answer }) => this.note(call, failureFinding(error, answer))

  /** Makes a call and judges its answers. Throws CallError. */
  readonly call: CallEndpoint = (endpoint, options) => this.#callJudging(this.#noteFailure, endpoint, options)

  /** Returns a judge of failures that gives the sentence of a rule to `onRule`, and notes all others. */
  rules(onRule: (sentence: string) => void): JudgeFailure {
    return (failed) => (isRule(failed.error) ? onRule(shortValue(failed.error.errors[0])) : this.#noteFailure(failed))
  }

  /** Returns the state of an element whose failed calls `judge` gets. */
  appJudging(judge: JudgeFailure): AppContext {
    return { ...this.app, call: (endpoint, options) => this.#callJudging(judge, endpoint, options) }
  }

  /** Makes a document, which a rule of the backend may refuse: its sentence is a note of the call, and there is none. */
  async makeDocument<Made>(
    call: NamedCall,
    make: (app: AppContext, judge: JudgeFailure) => Promise<Made>
  ): Promise<Made | null> {
    let rule = ''
    const judge = this.rules((sentence) => (rule = sentence))
    try {
      return await make(this.appJudging(judge), judge)
    } catch (error) {
      if (rule === '') throw error
      this.fault(call, 'no-document', 'Errors', rule)
      return null
    }
  }

  async #callJudging<Q, B, D, Read = D>(
    judgeFailure: JudgeFailure,
    endpoint: Endpoint<Q, B, D>,
    options: RequestOptions<Q, B, Read> = {}
  ): Promise<Read> {
    const before = this.answers.length
    const { format } = this.config
    this.#last = endpoint
    this.note(endpoint)
    try {
      const read = await this.request(endpoint, options)
      // A request that the elements make again in another way was refused for good reason.
      const judged = this.answers.slice(before).filter(({ data }) => data !== undefined)
      const { as } = options
      const isList = as !== undefined && Array.isArray(as.read(format, []))
      for (const answer of judged) {
        const { call, map, data, response } = answer
        await this.attempt(() => {
          const codes = new URL(response.url).searchParams.get('RES_FIELDS')
          const asked = codes === null ? null : new Set(codes.split(','))
          this.note(call, ...judgeEnvelope(answer, isList))
          // A save is done with whatever it answers.
          if (map && call.method === 'GET') this.note(call, ...judgeAnswer({ format, map, isList, asked }, data))
        })
      }
      return read
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The elements ask for a password then, and make the call again.
      const notAsked = reasonNotToAsk(error)
      if (notAsked !== null) this.#calls.set(nameOf(endpoint), { findings: [], notAsked })
      else judgeFailure({ call: endpoint, error, answer: this.answers.at(before) })
      throw error
    }
  }

  /** Notes that a call was made, and findings of it, each once. */
  note(call: NamedCall, ...found: readonly BackendFinding[]): void {
    const findings: BackendFinding[] = this.#calls.get(nameOf(call))?.findings ?? []
    this.#calls.set(nameOf(call), { findings, notAsked: null })
    const hidden = (text: string) => withoutSecrets(text, this.#secrets)
    for (const one of found.map((given) => ({ ...given, member: hidden(given.member), seen: hidden(given.seen) })))
      if (!findings.some(({ member, kind }) => member === one.member && kind === one.kind)) findings.push(one)
  }

  /** Notes one finding of a call. */
  fault(call: NamedCall, ...finding: Parameters<typeof findingOf>): void {
    this.note(call, findingOf(...finding))
  }

  skip(call: NamedCall, notAsked: string): void {
    if (!this.#calls.has(nameOf(call))) this.#calls.set(nameOf(call), { findings: [], notAsked })
  }

  codeOf(map: FieldMap, name: string): string {
    return this.config.format.codeOf(map, name) ?? name
  }

  /**
   * Runs a part of the check: its error is a finding of the call that was made last, and ends this part alone. A
   * failure that no answer had before is `unusable`'s.
   */
  async attempt<Result>(part: () => Result | Promise<Result>, unusable?: Unusable): Promise<Result | null> {
    try {
      return await part()
    } catch (error) {
      const call = this.#last
      const isNew = this.#calls.get(nameOf(call))?.findings.every(({ level }) => level === 'warning')
      if (!(error instanceof CallError)) this.fault(call, 'not-understood', 'answer', String(error))
      else if (isNew && unusable) this.fault(call, ...unusable)
      return null
    }
  }

  /**
   * Reads the data of a screen. Null where the person has no such screen or the backend no such feature, and where the
   * read fails, which is noted.
   */
  async read<Data>(
    screens: readonly RouteName[],
    load: (app: AppContext) => Promise<Data>,
    unusable?: Unusable
  ): Promise<Data | null> {
    const { config, profile, app } = this
    const isOpen = screens.some((route) => isRouteOpen(route, profile.right, config))
    const call: CallEndpoint = async (endpoint, options) => {
      if (endpoint.feature && !config.features.includes(endpoint.feature)) throw noAnswer
      if (isOpen && mayCall(endpoint, profile.right, config.routeRights)) return this.call(endpoint, options)
      this.skip(endpoint, `no screen of the right ${profile.right} needs it`)
      throw noAnswer
    }
    return this.attempt(() => load({ ...app, call }), isOpen ? unusable : undefined)
  }

  /** Reads by a query of the screens, as {@link read} does. */
  query<Data>(screens: readonly RouteName[], query: (app: AppContext) => Query<Data>): Promise<Data | null> {
    return this.read(screens, (app) => queried(query(app), app))
  }
}
