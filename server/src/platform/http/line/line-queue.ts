/** Limits of the calls of one queue, its children's included. */
export interface QueueLimits {
  /** Calls at work. */
  readonly turns?: number
  /** Calls that their clients hold up: the body is on its way, or the answer is not read. */
  readonly held?: number
  /** All calls. */
  readonly pending?: number
  /** Work of a call as a multiple of a read: with each, so many turns go to the queue's siblings. */
  readonly cost?: number
}

/** Reason of a refusal: the call waited too long, its sender has too many others, or its client has left. */
export type TurnedAway = 'waited' | 'share' | 'left'

export interface LineCall {
  queue: Queue
  /** A held call is a paused one that its client holds up. */
  state: 'waiting' | 'working' | 'paused' | 'held' | 'over'
  /** Time since which it waits. */
  since: number
  done: (refusal?: TurnedAway) => void
}

/** Length in ms of the windows in which the calls that come are compared with those that begin. */
const windowMs = 100
type WindowResult = 'grew' | 'drained' | 'still'
/** Calls of a session, a sender, a kind, or all; a queue with children takes the next call from one of them. */
export class Queue {
  readonly key: string
  readonly parent: Queue | undefined
  readonly limits: QueueLimits
  /** This queue and those around it, the nearest first. */
  readonly path: readonly Queue[]
  readonly children = new Map<string, Queue>()
  // Plain arrays: V8 takes the first of some thousand items about as quickly as the last.
  readonly calls: LineCall[] = []
  /** Children whose first call has just come, and those that have had a turn since, as in RFC 8290. */
  readonly fresh: Queue[] = []
  readonly old: Queue[] = []
  pending = 0
  waiting = 0
  working = 0
  held = 0
  /** Turns of its siblings that it still lets pass. */
  debt = 0
  /** Time until which the newest call goes first. */
  standsUntil = 0
  isListed = false
  #tookOld = false
  #window = 0
  #came = 0
  #gone = 0
  #last: WindowResult = 'still'
  #before: WindowResult = 'still'

  constructor(key: string, limits: QueueLimits, parent?: Queue) {
    this.key = key
    this.limits = limits
    this.parent = parent
    this.path = [this, ...(parent?.path ?? [])]
  }

  /** Whether one of its calls may have a turn; those of a sender wait until its clients hold up fewer. */
  get canWork(): boolean {
    return this.waiting > 0 && this.working < (this.limits.turns ?? Infinity) && !this.isHeldUp
  }

  get isHeldUp(): boolean {
    return this.held >= (this.limits.held ?? Infinity)
  }

  get isFull(): boolean {
    return this.pending >= (this.limits.pending ?? Infinity)
  }

  count(came: number, gone: number, now: number): void {
    this.#turnWindow(now)
    this.#came += came
    this.#gone += gone
  }

  /**
   * Tells whether as many calls have come of late as have begun. A window in which fewer than half as many come drains
   * the line; a burst begins with windows in which none begins.
   * @returns undefined if too few have begun to tell
   */
  grows(now: number): boolean | undefined {
    this.#turnWindow(now)
    if (this.#last === 'drained' || this.#before === 'drained') return false
    return this.#last === 'grew' && this.#before === 'grew' ? true : undefined
  }

  /** Takes a child: a fresh one and another in turn, so that neither starves. */
  nextChild(stands: boolean): Queue | undefined {
    this.#tookOld = this.fresh.length === 0 || (this.old.length > 0 && !this.#tookOld)
    if (this.#tookOld) return this.old.shift()
    return stands ? this.fresh.pop() : this.fresh.shift()
  }

  #turnWindow(now: number): void {
    const window = Math.floor(now / windowMs)
    if (window === this.#window) return
    const passed = window - this.#window
    const result = this.#gone === 0 ? 'still' : this.#came * 2 < this.#gone ? 'drained' : 'grew'
    this.#before = passed === 1 ? this.#last : passed === 2 ? result : 'still'
    this.#last = passed === 1 ? result : 'still'
    this.#came = this.#gone = 0
    this.#window = window
  }
}

/** Puts each queue of the path that has a call for a turn where its parent finds it. */
export function listForTurn(queue: Queue): void {
  for (let each = queue; each.parent; each = each.parent) {
    if (each.isListed || !each.canWork) continue
    each.isListed = true
    const isFresh = each.waiting === 1 && each.working === 0
    ;(isFresh ? each.parent.fresh : each.parent.old).push(each)
  }
}
