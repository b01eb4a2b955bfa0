import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { limitPerKey } from '../lib/limit-per-key.ts'
import { createSemaphore, type Semaphore, semaphorePerKey } from '../lib/semaphore.ts'
import { networksOf } from './client-address.ts'
import { Refusal } from './refusal.ts'

/** Whose share a request with a valid token counts for. */
export interface Owner {
  readonly customer: string
  /** Missing for a program that calls for many people. */
  readonly session?: string
}

/** What a request holds, and what gives it back; each may be called twice. */
interface Places {
  /** Until the answer has been taken. */
  share?: (() => void) | undefined
  /** Until there is an answer. */
  work?: (() => void) | undefined
  /** Work is under way, which goes on when the client has gone. */
  isBusy: boolean
}

interface Admission {
  /**
   * Takes places for looking up whose a token is, before the body is read. A token that was valid lately counts for its session at
   * once, every other for the address that it comes from.
   * @returns ends the look-up, with what was found: null for a token that is nobody's, undefined if the look-up failed; the request
   * then waits for a place of its customer
   * @throws Refusal `overloaded`, as the returned function does
   */
  readonly beginLookup: (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string
  ) => Promise<(owner: Owner | null | undefined) => Promise<void>>
  /**
   * Lets a request begin its work, once its body is there.
   * @throws Refusal `overloaded`
   */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Gives the place back while a body arrives. */
  readonly pause: (request: FastifyRequest) => void
  /** Gives the place back when there is an answer. */
  readonly finish: (request: FastifyRequest, reply: FastifyReply) => void
  /** Whether people called within the last second, for work that gives way to them. Programs do not count. */
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
    /** The handler reads the body as it arrives, and then calls `admit`. */
    readsBody?: true
  }
}

/** How long somebody who has called is likely to call again, in ms. */
const servingMs = 1000

/** Tokens that are remembered: more than there are people at work at once, in a few megabytes. */
const mostKnown = 20_000

/** A place in each of the groups, or the refusal. */
function take(...groups: readonly (readonly [ReturnType<typeof limitPerKey>, string])[]): () => void {
  const taken: (() => void)[] = []
  const giveBack = () => {
    for (const each of taken.splice(0)) each()
  }
  for (const [limit, key] of groups) {
    if (!limit.acquire(key)) {
      giveBack()
      throw new Refusal('overloaded')
    }
    taken.push(() => limit.release(key))
  }
  return giveBack
}

/** Where somebody calls from: an address, or of IPv6 the network of an office, which may change addresses within it at will. */
const siteOf = (ip: string): string => networksOf(ip).at(-1)?.cidr ?? ip

/**
 * Waits for room in a line, in which the request has taken its place.
 * @returns gives back both
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
function createLine(most: number, perAddress: number, atOnce: number) {
  const all = limitPerKey(most)
  const addresses = limitPerKey(perAddress)
  const room = createSemaphore(atOnce)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Omit<Places, 'isBusy'>> => {
    const share = take([addresses, siteOf(request.ip)])
    try {
      return { share, work: await waitFor(room, take([all, '']), reply) }
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

/** The time limit has answered, or nobody waits for an answer any more: what is taken now would never be given back. */
function isOver(reply: FastifyReply): boolean {
  return reply.sent || reply.raw.destroyed
}

function createAdmission({ maxPendingRequests: most, databasePool }: Config): Admission {
  const partOf = (divisor: number) => Math.ceil(most / divisor)
  const working = limitPerKey(most)
  const sessions = limitPerKey(partOf(8))
  // An office is one customer, and after a break all of it calls at once.
  const customerRoom = semaphorePerKey<string>(partOf(2))
  const customerLines = limitPerKey(5 * most)
  // A login holds a connection while it waits for the lock of its address, so strangers never get all of them.
  const atOnce = Math.max(1, Math.floor(databasePool * 0.3))
  const strangers = createLine(partOf(2), partOf(4), atOnce)
  // Apart from the line of logins: a token is checked in a millisecond, and that must not take as long as their passwords. A long
  // line, since whoever waits in it may have a session: after a start, all of an office come with tokens that are new to this process.
  const checks = createLine(20 * most, 5 * most, atOnce)
  const known = new Map<string, Owner>()
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

  async function enter(request: FastifyRequest, reply: FastifyReply, { customer, session }: Owner): Promise<void> {
    const held = placesOf(request, reply)
    if (session !== undefined) lastCalled = performance.now()
    if (!held.share) {
      const line = take([customerLines, customer], ...(session === undefined ? [] : [[sessions, session] as const]))
      held.share = await waitFor(customerRoom(customer), line, reply)
    }
    held.work ??= take([working, ''])
  }

  function remember(key: string, owner: Owner): void {
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
        if (held.share) held.work = take([working, ''])
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
  // Of every part: a page for what is not there is answered with the hooks of the part that looked for it.
  app.addHook('onSend', async (request, reply) => admission.finish(request, reply))
}

/**
 * Counts the requests of this part of the server, and refuses what is beyond a share: of its address without a valid token, of its
 * session and customer with one. A counter is enough: requests wait for the database or the disk, which a check of the event loop's
 * delay does not see.
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
