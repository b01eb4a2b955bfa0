// The load of the benches, in a process of its own: a load within the bench would be late with the bench's own work.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as rest } from 'node:timers/promises'
import type { Client } from 'undici'
import { type Connections, openConnections, send } from './connections.ts'
import { type ClosedLoop, isSuccess, leftOut, type LoadOrder, type LoadResult, type OpenLoop } from './order.ts'
import { holdSlowSockets } from './slow-sockets.ts'

/** Milliseconds between two looks at how late the event loop is. */
const resolution = 10

/** The running load's end. */
let stop = () => {}

/** What both paces need of a load. */
interface Sending {
  readonly connections: Connections
  readonly end: () => number
  /** Sends the next call by a connection, and ends with its status. */
  readonly sendNext: (client: Client, due: number) => Promise<string>
  readonly count: (status: string, due: number) => void
}

async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const { calls, pace, warmUp = 0, seconds = Infinity, expected } = order
  const connections = openConnections(order)
  const letGo = holdSlowSockets(order)
  const measured = performance.now() + warmUp * 1000
  let end = measured + seconds * 1000
  stop = () => (end = performance.now())
  const tally = createTally(measured, () => end)
  let sent = 0
  const sending: Sending = {
    connections,
    end: () => end,
    async sendNext(client, due) {
      const call = calls[sent++ % calls.length]
      if (!call) throw new Error('A load needs a call.')
      const status = await send(client, call, expected)
      tally.count(status, due)
      return status
    },
    count: tally.count
  }
  const delay = monitorEventLoopDelay({ resolution })
  const before = process.cpuUsage()
  delay.enable()
  await ('perSecond' in pace ? sendWhenDue(pace, sending) : sendInTurn(pace, sending))
  delay.disable()
  const { user, system } = process.cpuUsage(before)
  letGo()
  await connections.close()
  return { ...tally.result(), process: { late: delay.percentile(99) / 1e6 - resolution, cpu: (user + system) / sent } }
}

function createTally(measured: number, end: () => number) {
  const statuses: Record<string, number> = {}
  const answered: number[] = []
  const refused: number[] = []
  let inTime = 0
  return {
    /** Counts a call that was due in the measured time. */
    count(status: string, due: number): void {
      if (due < measured) return
      statuses[status] = (statuses[status] ?? 0) + 1
      const now = performance.now()
      if (isSuccess(status)) {
        answered.push(now - due)
        if (now <= end()) inTime += 1
      } else if (status !== leftOut) refused.push(now - due)
    },
    result() {
      return { statuses, answered, refused, rate: (inTime * 1000) / (Math.min(end(), performance.now()) - measured) }
    }
  }
}

async function sendWhenDue({ perSecond, mostPending = Infinity }: OpenLoop, sending: Sending): Promise<void> {
  const { connections, end, sendNext, count } = sending
  const begun = performance.now()
  const pending = new Set<Promise<void>>()
  const call = async (turn: number, due: number) => {
    const client = connections.take(turn)
    await sendNext(client, due)
    connections.give(turn, client)
  }
  let due = begun
  for (let turn = 0; due < end();) {
    for (const now = performance.now(); due <= now && due < end(); due = begun + (turn * 1000) / perSecond) {
      turn += 1
      if (pending.size < mostPending) {
        const called = call(turn, due)
        pending.add(called)
        void called.then(() => pending.delete(called))
      } else count(leftOut, due)
    }
    await rest(Math.max(1, Math.min(due, end()) - performance.now()))
  }
  await Promise.all(pending)
}

async function sendInTurn(
  { connections: lanes, amount = Infinity, pause }: ClosedLoop,
  sending: Sending
): Promise<void> {
  const { connections, end, sendNext } = sending
  let begun = 0
  const lane = async (_: unknown, index: number) => {
    const client = connections.take(index)
    while (performance.now() < end() && begun < amount) {
      begun += 1
      const status = await sendNext(client, performance.now())
      if (pause && (pause.after === 'answer' || !isSuccess(status))) await rest(pause.ms)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

process.on('message', (message: LoadOrder | 'stop') => {
  if (message === 'stop') stop()
  else void runLoad(message).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
