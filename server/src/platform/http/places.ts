import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Semaphore } from '../lib/semaphore.ts'
import { atOnce, takeAll, type TakePlace } from '../limits/at-once.ts'
import { limits } from '../limits/limits.ts'
import { defineGauge } from '../metrics/metric.ts'
import { networksOf } from './client-address.ts'
import { Refusal } from './refusal.ts'

/** Places that a request holds; each member is a function that gives the place back and may be called twice. */
export interface Places {
  /** The place in the share, held until the client has taken the answer. */
  share?: (() => void) | undefined
  /** The place at work, held until there is an answer. */
  work?: (() => void) | undefined
  /** Whether work is under way; it continues if the client disconnects. */
  isBusy: boolean
}

const waiting = defineGauge('requests_waiting', 'Pending requests that wait for room')

/**
 * Takes a place in each of the groups.
 * @returns a function that gives them back
 * @throws Refusal when one of them is full
 */
export function takePlaces(...groups: readonly (readonly [TakePlace, string])[]): () => void {
  const leave = takeAll(...groups)
  if (!leave) throw new Refusal(limits.requests.refusal)
  return leave
}

/**
 * Returns the site of a call: its address, or for IPv6 the network of an office, which can change addresses within it
 * at will.
 */
const siteOf = (ip: string): string => networksOf(ip).at(-1)?.cidr ?? ip

/**
 * Waits for room in a line, in which the request already has a place.
 * @returns a function that gives back both the place and the room
 */
export async function waitFor(room: Semaphore, leaveLine: () => void, reply: FastifyReply): Promise<() => void> {
  waiting.inc()
  const leaveRoom = await room.acquire()
  waiting.dec()
  const leave = once(() => {
    leaveRoom()
    leaveLine()
  })
  if (!isOver(reply)) return leave
  leave()
  throw new Refusal('overloaded')
}

/**
 * Creates the line in which requests of strangers wait for a place at work in `room`.
 * @param most requests of all sites, in the line or at work
 * @param perAddress requests of one site, until the client has taken the answer
 */
export function createLine(most: number, perAddress: number, room: Semaphore) {
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
 * Tells whether the time limit has answered or the client has disconnected: a place that is taken now would never be
 * given back.
 */
export function isOver(reply: FastifyReply): boolean {
  return reply.sent || reply.raw.destroyed
}
