import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { createSemaphore, semaphorePerKey } from '../lib/semaphore.ts'
import { atOnce } from '../limits/at-once.ts'
import { limits } from '../limits/limits.ts'
import { defineGauge } from '../metrics/metric.ts'
import { createLine, isOver, type Places, takePlaces, waitFor } from './places.ts'
import { Refusal } from './refusal.ts'

/** Customer and session to which a request with a valid token counts. */
export interface AdmissionOwner {
  readonly customer: string
  /** The session; missing for a program that calls for many people. */
  readonly session?: string
}

interface Admission {
  /**
   * Takes places for the look-up of a token's owner, before the body is read. A recently valid token counts for its
   * session at once, every other token for its network address.
   * @returns a function that takes the result and ends the look-up: null for an unknown token, undefined for a failed
   * look-up; after a success the request waits for a place of its customer
   * @throws Refusal `overloaded`, as the returned function does
   */
  readonly beginLookup: (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string
  ) => Promise<(owner: AdmissionOwner | null | undefined) => Promise<void>>
  /**
   * Lets a request begin its work when its body has arrived.
   * @throws Refusal `overloaded`
   */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Gives the place back while a body arrives. */
  readonly pause: (request: FastifyRequest) => void
  /** Gives the place back when the answer is ready. */
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

/** Limit of remembered tokens: more than the people who work at the same time, in a few megabytes. */
const mostKnown = 20_000

const pendingHelp = 'Requests that count for a share: at work, waiting for room, or until the client has the answer'
const pending = defineGauge('requests_pending', pendingHelp)

interface ShareLimit {
  readonly most: { readonly times: number }
}

/** Returns the number of places for a limit that is given in shares of a setting. */
const placesIn = (setting: number, { most: { times } }: ShareLimit): number => Math.ceil(setting * times)

/** Makes a waiting line for strangers, with its own room. */
function createStrangersLine({ maxPendingRequests, databasePool }: Config, all: ShareLimit, ofSite: ShareLimit) {
  const room = createSemaphore(Math.max(1, Math.floor(databasePool * limits.strangersAtWork.most.times)))
  return createLine(placesIn(maxPendingRequests, all), placesIn(maxPendingRequests, ofSite), room)
}

function leaveWork(held: Places): void {
  held.work?.()
  held.work = undefined
}

function leaveAll(held: Places): void {
  leaveWork(held)
  held.share?.()
}

function placesOf(request: FastifyRequest, reply: FastifyReply): Places {
  if (isOver(reply)) throw new Refusal('overloaded')
  if (request.places) return request.places
  const held: Places = { isBusy: false }
  request.places = held
  pending.inc()
  reply.raw.once('close', () => {
    pending.dec()
    if (!held.isBusy) leaveAll(held)
  })
  return held
}

/** Ways in: one for the owner of a valid token, one for a stranger. */
interface Entries {
  readonly enter: (request: FastifyRequest, reply: FastifyReply, owner: AdmissionOwner) => Promise<void>
  readonly admit: Admission['admit']
  readonly isServing: Admission['isServing']
}

function createEntries(config: Config): Entries {
  const most = config.maxPendingRequests
  const working = atOnce(most)
  const sessions = atOnce(placesIn(most, limits.requestsOfSession))
  const customerRoom = semaphorePerKey<string>(placesIn(most, limits.requestsOfCustomer))
  const customerLines = atOnce(placesIn(most, limits.customerLine))
  const strangers = createStrangersLine(config, limits.strangers, limits.strangersOfSite)
  let lastCalled = -servingMs

  return {
    async enter(request, reply, { customer, session }) {
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

    isServing: () => performance.now() - lastCalled < servingMs
  }
}

/** Remembers the owners of the most recently valid tokens. */
function rememberOwners() {
  const known = new Map<string, AdmissionOwner>()
  return {
    find: (key: string) => known.get(key),
    forget: (key: string) => void known.delete(key),
    remember(key: string, owner: AdmissionOwner): void {
      known.delete(key)
      known.set(key, owner)
      const [oldest] = known.keys()
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    }
  }
}

function createLookup(config: Config, enter: Entries['enter']): Admission['beginLookup'] {
  // This line is apart from that of logins: the check of a token takes a millisecond and must not wait for passwords.
  const checks = createStrangersLine(config, limits.checks, limits.checksOfSite)
  const owners = rememberOwners()

  return async (request, reply, token) => {
    const key = hash('sha256', token, 'base64')
    const before = owners.find(key)
    const held = placesOf(request, reply)
    const rest = () => {
      held.isBusy = false
      if (reply.raw.destroyed) leaveAll(held)
    }
    held.isBusy = true
    try {
      if (before) await enter(request, reply, before)
      const check = before ? undefined : await checks(request, reply)
      return async (owner) => {
        check?.work?.()
        check?.share?.()
        try {
          if (owner === null) owners.forget(key)
          if (!owner) return
          owners.remember(key, owner)
          if (!before) await enter(request, reply, owner)
        } finally {
          rest()
        }
      }
    } catch (error) {
      rest()
      throw error
    }
  }
}

function createAdmission(config: Config): Admission {
  const { enter, admit, isServing } = createEntries(config)
  return {
    beginLookup: createLookup(config, enter),
    admit,
    isServing,

    pause(request) {
      if (request.places) leaveWork(request.places)
    },

    finish(request, reply) {
      const held = request.places
      if (!held) return
      held.isBusy = false
      leaveWork(held)
      if (reply.raw.destroyed) held.share?.()
    }
  }
}

export function registerAdmission(app: FastifyInstance, config: Config): void {
  const admission = createAdmission(config)
  app.decorate('admission', admission)
  app.decorateRequest('places', null)
  // The hook applies to all parts: the page for a missing address is answered with the hooks of another part.
  app.addHook('onSend', async (request, reply) => admission.finish(request, reply))
}

/**
 * Counts the requests of this part of the server, and refuses those beyond a share: without a valid token the share of
 * their address, with one that of their session and customer. A counter is enough: requests wait for the database or
 * the disk, which a check of the event loop's delay does not see.
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
