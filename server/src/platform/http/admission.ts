import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import type { Config } from '../config/config.ts'
import { ownMetric } from '../metrics/metric.ts'
import { siteOf } from './client-address.ts'
import { type EnterKnown, gateRequests } from './gate.ts'
import { createLine, type SourceKind, startSweeps } from './line/create-line.ts'
import type { CallSource } from './line/fair-line.ts'
import type { LineCall, TurnedAway } from './line/line-queue.ts'
import { type AdmissionOwner, rememberOwners } from './line/token-owners.ts'
import { Refusal } from './refusal.ts'
import type { RouteCall } from './route.ts'

/** Look-up of the owner of a token. */
interface Lookup<Found> {
  readonly token: string
  readonly find: () => Promise<Found | undefined>
  readonly ownerOf: (found: Found) => AdmissionOwner
}

interface Admission {
  /**
   * Looks up a token, before the body is read, in the turn in which the request is then worked on. A recently valid
   * token counts for its session, every other token for its network address until it is known.
   * @throws Refusal `overloaded`
   */
  readonly lookUp: <Found>(
    request: FastifyRequest,
    reply: FastifyReply,
    lookup: Lookup<Found>
  ) => Promise<Found | undefined>
  /**
   * Lets a request begin its work when its body has arrived.
   * @throws Refusal `overloaded`
   */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Gives the turn back before work that has limits of its own, or waits for something else. */
  readonly pause: (request: FastifyRequest) => void
  /**
   * Runs such work, then waits for another turn.
   * @throws Refusal `overloaded`
   */
  readonly withoutTurn: <Result>(
    call: Pick<RouteCall<unknown, unknown>, 'request' | 'reply'>,
    work: () => Promise<Result>
  ) => Promise<Result>
  /** Gives the turn back while a body arrives. */
  readonly waitForBody: (request: FastifyRequest) => void
  /** Tells whether people called within the last second, for work that gives way to them. Programs do not count. */
  readonly isServing: () => boolean
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The request in the line; missing before it has come to it. */
    lineCall?: LineCall
    /** Key of the known token with which it came to the line, until the token is looked up. */
    tokenKey?: string | undefined
    /** Whether work is under way, which continues if the client disconnects. */
    isBusy?: boolean
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission
  }
  interface FastifyRequest {
    /** Whether the line has refused the request: such requests are counted, not logged. */
    isTurnedAway: boolean
  }
  interface FastifyContextConfig {
    /** Marks a handler that reads the body as it arrives, and then calls `admit`. */
    readsBody?: true
    /** Marks a call that makes a file of a whole list. */
    isExport?: boolean
  }
}

/** Time in which a caller is likely to call again, in ms. */
const servingMs = 1000
const pending = new Gauge(ownMetric('requests_pending', 'Requests that wait or work, or whose client lacks the answer'))
const waiting = new Gauge(ownMetric('requests_waiting', 'Pending requests that wait for their turn'))
const turnedAway = new Counter(
  ownMetric(
    'requests_turned_away_total',
    'Requests that the line refused: they waited too long, or their sender had its share',
    'reason'
  )
)
for (const reason of ['waited', 'share']) turnedAway.inc({ reason }, 0)

/** One for all: a stack trace for each would cost more than the rest of the answer. */
const overloaded = new Refusal('overloaded')

/**
 * Tells whether the time limit has answered or the client has disconnected: a turn that is taken now would never be
 * given back.
 */
const isOver = (reply: FastifyReply): boolean => reply.sent || reply.raw.destroyed

/** Counts refusals, with a line of the log each second: one for each would cost more than the answer. */
function countRefusals(log: Pick<FastifyBaseLogger, 'warn'>): (reason: TurnedAway) => void {
  let refused = 0
  let logged = -Infinity
  return (reason) => {
    turnedAway.inc({ reason })
    refused += 1
    if (performance.now() - logged < 1000) return
    log.warn({ refused }, 'requests were refused that waited too long or whose sender has its share')
    refused = 0
    logged = performance.now()
  }
}

const keyOf = (token: string): string => hash('sha256', token, 'base64')

function createAdmission(config: Config, log: Pick<FastifyBaseLogger, 'warn'>) {
  const line = createLine(config)
  const beginSweeps = startSweeps(line, config.maxWaitMs)
  const owners = rememberOwners()
  const count = countRefusals(log)
  let lastCalled = -servingMs

  function leave(request: IncomingMessage): void {
    request.isBusy = false
    if (request.lineCall) line.leave(request.lineCall)
  }

  function enter(
    request: IncomingMessage,
    response: ServerResponse,
    source: () => CallSource<SourceKind>,
    done: (reason?: TurnedAway) => void
  ): void {
    const end = (reason?: TurnedAway) => {
      waiting.set(line.waiting)
      request.isBusy = reason === undefined
      if (reason !== undefined && reason !== 'left') count(reason)
      done(reason)
    }
    if (request.lineCall) line.resume(request.lineCall, end)
    else {
      pending.inc()
      response.once('close', () => {
        pending.dec()
        if (!request.isBusy) leave(request)
      })
      request.lineCall = line.enter(source(), end)
    }
    waiting.set(line.waiting)
    if (line.waiting > 0) beginSweeps()
  }

  /** @throws Refusal */
  async function waitForTurn(
    request: FastifyRequest,
    reply: FastifyReply,
    source: () => CallSource<SourceKind>
  ): Promise<void> {
    if (isOver(reply)) throw overloaded
    await new Promise<void>((resolve, reject) =>
      enter(request.raw, reply.raw, source, (reason) => {
        request.isTurnedAway = reason !== undefined
        if (reason === undefined) resolve()
        else reject(overloaded)
      })
    )
    if (!isOver(reply)) return
    leave(request.raw)
    throw overloaded
  }

  const sourceOf = ({ customer, session }: AdmissionOwner, isExport = false): CallSource<SourceKind> => ({
    kind: isExport ? 'exports' : 'calls',
    sender: customer,
    session
  })

  const admission: Admission = {
    async lookUp(request, reply, { token, find, ownerOf }) {
      const { raw } = request
      const key = keyOf(token)
      const { isExport } = request.routeOptions.config
      const known = owners.find(key)
      if (known?.session !== undefined) lastCalled = performance.now()
      const isOfOther = raw.tokenKey !== undefined && raw.tokenKey !== key
      if (!isOfOther) raw.tokenKey = undefined
      if (raw.lineCall?.state !== 'working')
        await waitForTurn(request, reply, () =>
          known ? sourceOf(known, isExport) : { kind: 'checks', sender: siteOf(request), session: key }
        )
      try {
        const found = await find()
        if (!found) owners.forget(key)
        else {
          const owner = ownerOf(found)
          owners.remember(key, owner)
          if (owner.session !== undefined) lastCalled = performance.now()
          if (raw.lineCall && (!known || isOfOther)) line.move(raw.lineCall, sourceOf(owner, isExport))
        }
        return found
      } finally {
        raw.isBusy = false
        if (reply.raw.destroyed) leave(raw)
      }
    },

    async admit(request, reply) {
      if (!request.raw.lineCall) lastCalled = performance.now()
      if (request.raw.lineCall?.state !== 'working')
        await waitForTurn(request, reply, () => ({ kind: 'strangers', sender: siteOf(request) }))
      request.raw.isBusy = true
    },

    pause({ raw }) {
      if (raw.lineCall) line.pause(raw.lineCall)
    },

    async withoutTurn({ request, reply }, work) {
      admission.pause(request)
      const result = await work()
      await admission.admit(request, reply)
      return result
    },

    waitForBody({ raw: { lineCall } }) {
      if (!lineCall) return
      line.pause(lineCall)
      line.hold(lineCall)
    },

    isServing: () => performance.now() - lastCalled < servingMs
  }
  /** Gives the turn back when the answer is ready. */
  const finish = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { raw } = request
    raw.isBusy = false
    // A token that nothing has looked up may have ended: it must not go on to count for its customer.
    if (raw.tokenKey !== undefined) owners.forget(raw.tokenKey)
    admission.pause(request)
    if (reply.raw.destroyed) leave(raw)
    // Most answers are gone by then.
    const { lineCall } = raw
    if (lineCall) setImmediate(() => line.hold(lineCall))
  }

  const enterKnown: EnterKnown = (request, response, { token, isExport }, done) => {
    const key = keyOf(token)
    const known = owners.find(key)
    if (!known) return false
    request.tokenKey = key
    if (known.session !== undefined) lastCalled = performance.now()
    enter(request, response, () => sourceOf(known, isExport), done)
    return true
  }
  return { admission, finish, enterKnown }
}

export function registerAdmission(app: FastifyInstance, config: Config): void {
  const { admission, finish, enterKnown } = createAdmission(config, app.log)
  app.decorate('admission', admission)
  app.decorateRequest('isTurnedAway', false)
  gateRequests(app, config, enterKnown)
  // The hook applies to all parts: the page for a missing address is answered with the hooks of another part.
  app.addHook('onSend', finish)
}

/**
 * Lets the requests of this part of the server wait for their turn, and refuses those that wait too long or are beyond
 * the share of their sender: without a valid token their address, with one their session and customer. Their wait is
 * measured here, because a check of the event loop's delay does not see requests that wait for the database or the
 * disk.
 */
export function admitRequests(part: FastifyInstance): void {
  const { admission } = part
  part.addHook('preParsing', async (request) => {
    if (!request.raw.complete || request.routeOptions.config.readsBody) admission.waitForBody(request)
  })
  part.addHook('preValidation', async (request, reply) => {
    if (!request.routeOptions.config.readsBody) await admission.admit(request, reply)
  })
}
