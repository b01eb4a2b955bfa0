import { type LineCall, listForTurn, Queue, type QueueLimits, type TurnedAway } from './line-queue.ts'

interface CallKind extends QueueLimits {
  readonly ofSender?: QueueLimits
  readonly ofSession?: QueueLimits
}

/** Sender of a call: a customer, a key or a network, with the session or an empty text. */
export interface CallSource<Kind extends string = string> {
  readonly kind: Kind
  readonly sender: string
  readonly session?: string | undefined
}

/** Returns the wait after which a call is refused even though nothing moves. */
const longestWait = (waitMs: number): number => Math.min(12 * waitMs, 3000)

/**
 * The line in front of the work. So many calls are at work at once; the others wait in queues of their kind, sender and
 * session, which take turns. A call that has waited for `waitMs` is refused if as many calls come as go; the nearest
 * queue around it in which calls move decides. The newest call of such a queue goes first: the older ones could no
 * longer be answered in time. All of it takes constant time for a call.
 */
export class FairLine<Kind extends string> {
  readonly #all: Queue
  readonly #kinds: Readonly<Record<Kind, CallKind>>
  readonly #waitMs: number
  readonly #now: () => number

  constructor(
    kinds: Readonly<Record<Kind, CallKind>>,
    { turns, waitMs, now }: { readonly turns: number; readonly waitMs: number; readonly now: () => number }
  ) {
    this.#all = new Queue('', { turns })
    this.#kinds = kinds
    this.#waitMs = waitMs
    this.#now = now
  }

  get waiting(): number {
    return this.#all.waiting
  }

  /** Lets a call wait for its turn; `done` may be called at once. */
  enter(source: CallSource<Kind>, done: LineCall['done']): LineCall {
    const queue = this.#find(source)
    const call: LineCall = { queue, state: 'over', since: 0, done }
    for (const each of queue.path)
      if (each.isFull || queue.isHeldUp) {
        this.#forget(queue)
        done('share')
        return call
      }
    for (const each of queue.path) each.pending += 1
    this.#wait(call)
    return call
  }

  /** Lets a paused call wait for another turn. */
  resume(call: LineCall, done: LineCall['done']): void {
    call.done = done
    this.#letGo(call)
    this.#wait(call)
  }

  /** Takes the turn from a call that goes on without one. */
  pause(call: LineCall): void {
    if (call.state !== 'working') return
    call.state = 'paused'
    this.#endTurn(call.queue)
  }

  /** Counts a paused call as one that its client holds up. */
  hold(call: LineCall): void {
    if (call.state !== 'paused') return
    call.state = 'held'
    for (const each of call.queue.path) each.held += 1
  }

  /** Counts a call, with its turn, for another source from now on. */
  move(call: LineCall, source: CallSource<Kind>): void {
    if (call.state !== 'working') return
    const { queue } = call
    call.queue = this.#find(source)
    for (const each of call.queue.path) {
      each.working += 1
      each.pending += 1
    }
    for (const each of queue.path) each.pending -= 1
    this.#endTurn(queue)
    this.#forget(queue)
  }

  /** Ends a call in any state; one that waits is refused. */
  leave(call: LineCall, reason: TurnedAway = 'left'): void {
    this.#letGo(call)
    const { state, queue } = call
    if (state === 'over') return
    call.state = 'over'
    for (const each of queue.path) {
      each.pending -= 1
      if (state === 'waiting') each.waiting -= 1
    }
    if (state === 'working') this.#endTurn(queue)
    this.#forget(queue)
    if (state === 'waiting') call.done(reason)
  }

  /** Refuses calls that have waited too long, `most` of them at once. */
  sweep(most: number): void {
    this.#sweepQueue(this.#all, this.#now(), most)
  }

  #find({ kind, sender, session = '' }: CallSource<Kind>): Queue {
    const { ofSender = {}, ofSession = {}, ...ofKind }: CallKind = this.#kinds[kind]
    const child = (parent: Queue, key: string, limits: QueueLimits): Queue => {
      const found = parent.children.get(key) ?? new Queue(key, limits, parent)
      parent.children.set(key, found)
      return found
    }
    return child(child(child(this.#all, kind, ofKind), sender, ofSender), session, session ? ofSession : {})
  }

  #letGo(call: LineCall): void {
    if (call.state !== 'held') return
    call.state = 'paused'
    for (const each of call.queue.path) each.held -= 1
    listForTurn(call.queue)
    this.#give()
  }

  #forget(queue: Queue): void {
    for (let each = queue; each.parent && each.pending === 0; each = each.parent)
      if (each.parent.children.get(each.key) === each) each.parent.children.delete(each.key)
  }

  #wait(call: LineCall): void {
    call.since = this.#now()
    call.state = 'waiting'
    for (const each of call.queue.path) {
      each.waiting += 1
      each.count(1, 0, call.since)
    }
    call.queue.calls.push(call)
    listForTurn(call.queue)
    this.#give()
  }

  #endTurn(queue: Queue): void {
    for (const each of queue.path) each.working -= 1
    listForTurn(queue)
    this.#give()
  }

  /** Gives free turns to calls. */
  #give(): void {
    const now = this.#now()
    while (this.#all.canWork) {
      const call = this.#take(this.#all, now, false)
      if (!call) return
      call.done()
    }
  }

  #take(queue: Queue, now: number, parentStands: boolean): LineCall | undefined {
    const stands = parentStands || queue.standsUntil > now
    if (queue.calls.length > 0) return this.#takeCall(queue, now, stands)
    for (;;) {
      const child = queue.nextChild(stands)
      if (!child) return undefined
      child.isListed = false
      if (!child.canWork) continue
      const isPassedOver = child.debt > 0
      if (isPassedOver) child.debt -= 1
      const call = isPassedOver ? undefined : this.#take(child, now, stands)
      if (call) child.debt += (child.limits.cost ?? 1) - 1
      // A child that has only children without a free turn comes back with the end of one of their calls.
      if ((call || isPassedOver) && child.canWork && !child.isListed) {
        child.isListed = true
        queue.old.push(child)
      }
      if (call) return call
    }
  }

  #takeCall(queue: Queue, now: number, stands: boolean): LineCall | undefined {
    for (;;) {
      const call = stands ? queue.calls.pop() : queue.calls.shift()
      if (!call) return undefined
      if (call.state !== 'waiting') continue
      for (const each of queue.path) {
        each.waiting -= 1
        each.working += 1
        each.count(0, 1, now)
      }
      call.state = 'working'
      return call
    }
  }

  /** @returns how many more may be refused */
  #sweepQueue(queue: Queue, now: number, most: number): number {
    let left = most
    for (const child of queue.children.values())
      if (left > 0 && child.waiting > 0) left = this.#sweepQueue(child, now, left)
    for (;;) {
      const oldest = queue.calls[0]
      if (!oldest || left === 0) return left
      if (oldest.state === 'waiting') {
        const waited = now - oldest.since
        if (waited < this.#waitMs || !(this.#stands(queue, now) ?? waited >= longestWait(this.#waitMs))) return left
        this.leave(oldest, 'waited')
        left -= 1
      }
      queue.calls.shift()
    }
  }

  /** Tells whether the line of a queue stands, by the nearest queue around it in which calls move; undefined if none. */
  #stands(queue: Queue, now: number): boolean | undefined {
    for (let each = queue; each.parent; each = each.parent) {
      // Clients hold it up, whatever moves around it.
      if (each.isHeldUp) return undefined
      const grows = each.grows(now)
      if (grows === undefined) continue
      if (grows) each.standsUntil = now + this.#waitMs
      return grows
    }
    return undefined
  }
}
