// The load of the benches, in a process of its own: a load within the bench would be late with the bench's own work.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as rest } from 'node:timers/promises'
import type { Client } from 'undici'
import { isSuccess } from './answers.ts'
import { openConnections, send } from './connections.ts'
import { type ClosedLoop, leftOut, type LoadOrder, type LoadResult, type OpenLoop } from './order.ts'
import { holdSlowSockets } from './slow-sockets.ts'

/** Milliseconds between two looks at how late the event loop is. */
const resolution = 10

/** The order at work: there is one at a time. */
let order: LoadOrder
let connections: ReturnType<typeof openConnections>
let [measuredFrom, end, sent, inTime] = [0, 0, 0, 0]
let statuses: Record<string, number> = {}
let answered: number[] = []
let refused: number[] = []

/** Counts a call that was due in the measured time. */
function count(status: string, due: number): void {
  if (due < measuredFrom) return
  statuses[status] = (statuses[status] ?? 0) + 1
  const now = performance.now()
  if (isSuccess(status)) {
    answered.push(now - due)
    if (now <= end) inTime += 1
  } else if (status !== leftOut) refused.push(now - due)
}

async function sendNext(client: Client, due: number): Promise<string> {
  const call = order.calls[sent++ % order.calls.length]
  if (!call) throw new Error('A load needs a call.')
  const status = await send(client, call, order.expected)
  count(status, due)
  return status
}

async function sendWhenDue({ perSecond, maxPending = Infinity }: OpenLoop): Promise<void> {
  const begun = performance.now()
  const pending = new Set<Promise<void>>()
  const call = async (turn: number, due: number) => {
    const client = connections.take(turn)
    await sendNext(client, due)
    connections.give(turn, client)
  }
  let due = begun
  for (let turn = 0; due < end;) {
    for (const now = performance.now(); due <= now && due < end; due = begun + (turn * 1000) / perSecond) {
      turn += 1
      if (pending.size < maxPending) {
        const called = call(turn, due)
        pending.add(called)
        void called.then(() => pending.delete(called))
      } else count(leftOut, due)
    }
    await rest(Math.max(1, Math.min(due, end) - performance.now()))
  }
  await Promise.all(pending)
}

async function sendInTurn({ connections: lanes, amount = Infinity, pause }: ClosedLoop): Promise<void> {
  let begun = 0
  const lane = async (_: unknown, index: number) => {
    const client = connections.take(index)
    while (performance.now() < end && begun < amount) {
      begun += 1
      const status = await sendNext(client, performance.now())
      if (pause && (pause.after === 'answer' || !isSuccess(status))) await rest(pause.ms)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function carryOut({ pace, warmUp = 0, seconds = Infinity }: LoadOrder): Promise<LoadResult> {
  connections = openConnections(order)
  measuredFrom = performance.now() + warmUp * 1000
  end = measuredFrom + seconds * 1000
  ;[sent, inTime, statuses, answered, refused] = [0, 0, {}, [], []]
  const letGo = holdSlowSockets(order)
  const delay = monitorEventLoopDelay({ resolution })
  const before = process.cpuUsage()
  delay.enable()
  await ('perSecond' in pace ? sendWhenDue(pace) : sendInTurn(pace))
  delay.disable()
  const { user, system } = process.cpuUsage(before)
  const rate = (inTime * 1000) / (Math.min(end, performance.now()) - measuredFrom)
  letGo()
  await connections.close()
  const late = delay.percentile(99) / 1e6 - resolution
  return { statuses, answered, refused, rate, late, cpu: (user + system) / sent }
}

process.on('message', (message: LoadOrder | 'stop') => {
  if (message === 'stop') end = performance.now()
  else void carryOut((order = message)).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
