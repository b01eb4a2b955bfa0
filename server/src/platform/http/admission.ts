import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { createSemaphore, type Semaphore, semaphorePerKey } from '../lib/semaphore.ts'
import { atOnce, takeAll, type TakePlace } from '../limits/at-once.ts'
import { limits } from '../limits/limits.ts'
import { networksOf } from './client-address.ts'
import { Refusal } from './refusal.ts'

/** The share for which a request with a valid token counts. */
export interface AdmissionOwner {
  readonly customer: string
  /** The session; missing for a program that calls for many people. */
  readonly session?: string
}

/** The places that a request holds, each with the function that gives it back and that may be called twice. */
interface Places {
  /** The place in the share, held until the client has taken the answer. */
  share?: (() => void) | undefined
  /** The place at work, held until there is an answer. */
  work?: (() => void) | undefined
  /** Whether work is under way, which goes on when the client has gone. */
  isBusy: boolean
}

interface Admission {
  /**
   * Takes places for looking up the owner of a token, before the body is read. A token that was valid lately counts for
   * its session at once, every other for its network address.
   * @returns a function that ends the look-up, with its result: null for a token that is nobody's, undefined if the
   * look-up failed; the request then waits for a place of its customer
   * @throws Refusal `overloaded`, as the returned function does
   */
  readonly beginLookup: (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string
  ) => Promise<(owner: AdmissionOwner | null | undefined) => Promise<void>>
  /**
   * Lets a request begin its work, once its body is there.
   * @throws Refusal `overloaded`
   */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Gives the place back while a body arrives. */
  readonly pause: (request: FastifyRequest) => void
  /** Gives the place back when there is an answer. */
  readonly finish: (request: FastifyRequest, reply: FastifyReply) => void
  /** Tells whether people called within the last second, for work that gives way to them. Programs do not count. */
  readonly isServing: () => boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    admission: Admission
  }
  interface FastifyRequest {
    places: Places | null
  }
  interface FastifyContextConfig {
    /** Marks a handler that reads the body as it arrives, and then calls `admit`. */
    readsBody?: true
  }
}

/** Time in which a caller is likely to call again, in ms. */
const servingMs = 1000

/** Limit of remembered tokens: more than there are people at work at once, in a few megabytes. */
const mostKnown = 20_000

/** A place in each of the groups, or the refusal. */
function takePlaces(...groups: readonly (readonly [TakePlace, string])[]): () => void {
  const leave = takeAll(...groups)
  if (!leave) throw new Refusal(limits.requests.refusal)
  return leave
}

/**
 * Returns the site of a call: an address, or of IPv6 the network of an office, which may change addresses within it at
 * will.
 */
const siteOf = (ip: string): string => networksOf(ip).at(-1)?.cidr ?? ip

/**
 * Waits for room in a line, in which the request has taken its place.
 * @returns a function that gives back both
 */
async function waitFor(room: Semaphore, leaveLine: () => void, reply: FastifyReply): Promise<() => void> {
  const leaveRoom = await room.acquire()
  const leave = once(() => {
    leaveRoom()
    leaveLine()
  })
  if (!isOver(reply)) return leave
  leave()
  throw new Refusal('overloaded')
}

/** Where requests of strangers wait in line: so many of all, so many of one address, and few at work at once. */
function createLine(most: number, perAddress: number, room: Semaphore) {
  const all = atOnce(most)
  const addresses = atOnce(perAddress)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Omit<Places, 'isBusy'>> => {
    const share = takePlaces([addresses, siteOf(request.ip)])
    try {
      return { share, work: await waitFor(room, takePlaces([all, '']), reply) }
    } catch (error) {
      share()
      throw error
    }
  }
}

function once(run: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
  }
}

/**
 * Tells whether the time limit has answered or nobody waits for an answer any more: places that are taken now would
 * never be given back.
 */
function isOver(reply: FastifyReply): boolean {
  return reply.sent || reply.raw.destroyed
}

function createAdmission({ maxPendingRequests: most, databasePool }: Config): Admission {
  const shareOf = ({ most: { times } }: { readonly most: { readonly times: number } }) => Math.ceil(most * times)
  const working = atOnce(most)
  const sessions = atOnce(shareOf(limits.requestsOfSession))
  const customerRoom = semaphorePerKey<string>(shareOf(limits.requestsOfCustomer))
  const customerLines = atOnce(shareOf(limits.customerLine))
  const atWork = () => createSemaphore(Math.max(1, Math.floor(databasePool * limits.strangersAtWork.most.times)))
  const strangers = createLine(shareOf(limits.strangers), shareOf(limits.strangersOfSite), atWork())
  // Apart from the line of logins: a token is checked in a millisecond, and that must not take as long as their passwords.
  const checks = createLine(shareOf(limits.checks), shareOf(limits.checksOfSite), atWork())
  const known = new Map<string, AdmissionOwner>()
  let lastCalled = -servingMs

  function leaveWork(held: Places): void {
    held.work?.()
    held.work = undefined
  }

  function settle(held: Places): void {
    leaveWork(held)
    held.share?.()
  }

  function placesOf(request: FastifyRequest, reply: FastifyReply): Places {
    if (isOver(reply)) throw new Refusal('overloaded')
    if (request.places) return request.places
    const held: Places = { isBusy: false }
    request.places = held
    reply.raw.once('close', () => {
      if (!held.isBusy) settle(held)
    })
    return held
  }

  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    { customer, session }: AdmissionOwner
  ): Promise<void> {
    const held = placesOf(request, reply)
    if (session !== undefined) lastCalled = performance.now()
    if (!held.share) {
      const line = takePlaces(
        [customerLines, customer],
        ...(session === undefined ? [] : [[sessions, session] as const])
      )
      held.share = await waitFor(customerRoom(customer), line, reply)
    }
    held.work ??= takePlaces([working, ''])
  }

  function remember(key: string, owner: AdmissionOwner): void {
    known.delete(key)
    known.set(key, owner)
    if (known.size <= mostKnown) return
    for (const oldest of known.keys()) {
      known.delete(oldest)
      return
    }
  }

  return {
    async beginLookup(request, reply, token) {
      const key = hash('sha256', token, 'base64')
      const before = known.get(key)
      const held = placesOf(request, reply)
      const rest = () => {
        held.isBusy = false
        if (reply.raw.destroyed) settle(held)
      }
      held.isBusy = true
      try {
        if (before) await enter(request, reply, before)
        const check = before ? undefined : await checks(request, reply)
        return async (owner) => {
          check?.work?.()
          check?.share?.()
          try {
            if (owner === null) known.delete(key)
            if (!owner) return
            remember(key, owner)
            if (!before) await enter(request, reply, owner)
          } finally {
            rest()
          }
        }
      } catch (error) {
        rest()
        throw error
      }
    },

    async admit(request, reply) {
      const held = placesOf(request, reply)
      if (!held.work) {
        if (held.share) held.work = takePlaces([working, ''])
        else {
          lastCalled = performance.now()
          Object.assign(held, await strangers(request, reply))
        }
      }
      held.isBusy = true
    },

    pause(request) {
      const held = request.places
      if (held) leaveWork(held)
    },

    finish(request, reply) {
      const held = request.places
      if (!held) return
      held.isBusy = false
      leaveWork(held)
      if (reply.raw.destroyed) held.share?.()
    },

    isServing: () => performance.now() - lastCalled < servingMs
  }
}

export function registerAdmission(app: FastifyInstance, config: Config): void {
  const admission = createAdmission(config)
  app.decorate('admission', admission)
  app.decorateRequest('places', null)
  // The hook is one of every part: the page for a missing address is answered with the hooks of the part that looked
  // for it.
  app.addHook('onSend', async (request, reply) => admission.finish(request, reply))
}

/**
 * Counts the requests of this part of the server, and refuses those beyond a share: of their address without a valid
 * token, of their session and customer with one. A counter is enough: requests wait for the database or the disk, which
 * a check of the event loop's delay does not see.
 */
export function admitRequests(part: FastifyInstance): void {
  const { admission } = part
  part.addHook('preParsing', async (request) => {
    if (!request.raw.complete) admission.pause(request)
  })
  part.addHook('preValidation', async (request, reply) => {
    if (!request.routeOptions.config.readsBody) await admission.admit(request, reply)
  })
}
