import { describe, expect, test } from 'vitest'
import { type CallSource, FairLine } from './fair-line.ts'
import type { LineCall } from './line-queue.ts'

const waitMs = 250
type Kind = 'calls' | 'logins'

/** A line whose clock the test moves, with the names of the calls in the order in which they began or were refused. */
function makeLine(turns: number) {
  let time = 0
  const line = new FairLine<Kind>(
    { calls: { ofSender: { turns: 3, held: 3, pending: 10_000 } }, logins: { turns: 1, cost: 3 } },
    { turns, waitMs, now: () => time }
  )
  const begun: string[] = []
  const refused: string[] = []
  const calls = new Map<string, LineCall>()
  const come = (name: string, sender = 'a', session = '', kind: Kind = 'calls') => {
    const source: CallSource<Kind> = { kind, sender, session }
    calls.set(
      name,
      line.enter(source, (reason) => void (reason ? refused : begun).push(name))
    )
  }
  const end = (name: string) => {
    const call = calls.get(name)
    if (call) line.leave(call)
  }
  /** Ends the calls at work one by one, each after so many ms. */
  const work = (count: number, ms: number, during: () => void = () => undefined) => {
    for (let turn = 0; turn < count; turn += 1) {
      time += ms
      during()
      const working = [...calls].find(([, { state }]) => state === 'working')
      if (working) end(working[0])
      line.sweep(1000)
    }
  }
  return { line, begun, refused, calls, come, end, work, wait: (ms: number) => void (time += ms) }
}

describe('who is next', () => {
  test('is another sender, then another session, then the oldest call', () => {
    const { begun, come, work } = makeLine(1)
    for (const name of ['a1', 'a2', 'a3', 'a4']) come(name, 'a', name < 'a3' ? 'one' : 'two')
    come('b1', 'b')
    come('b2', 'b')
    work(6, 1)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
  })

  test('is never a sender or kind with its part of the turns, and a free turn waits for others', () => {
    const { begun, come, end, line } = makeLine(5)
    for (const name of ['a1', 'a2', 'a3', 'a4']) come(name)
    for (const name of ['l1', 'l2']) come(name, name, '', 'logins')
    expect([begun, line.waiting]).toEqual([['a1', 'a2', 'a3', 'l1'], 2])
    come('b1', 'b')
    end('a1')
    end('l1')
    expect(begun.slice(4).toSorted()).toEqual(['a4', 'b1', 'l2'].toSorted())
  })

  test('is a read more often than what costs more', () => {
    const { begun, come, work } = makeLine(1)
    for (let index = 0; index < 30; index += 1) {
      come(`a${index}`)
      come(`l${index}`, 'x', '', 'logins')
    }
    work(20, 1)
    expect(begun.filter((name) => name.startsWith('l')).length).toBeLessThanOrEqual(7)
    expect(begun.filter((name) => name.startsWith('l')).length).toBeGreaterThanOrEqual(4)
  })
})

describe('a line', () => {
  test('of which fewer come than go refuses nobody, however long it is', () => {
    const { begun, refused, come, work } = makeLine(1)
    for (let index = 0; index < 400; index += 1) come(`a${index}`, 'a', `session ${index}`)
    work(400, 5)
    expect([begun.length, refused]).toEqual([400, []])
  })

  test('to which more come than go refuses those that have waited, and the newest goes first, but a sender beside it waits for no turn', () => {
    const { begun, refused, come, work } = makeLine(1)
    let count = 0
    work(1000, 1, () => {
      for (let each = 0; each < 3; each += 1) come(`a${(count += 1)}`, 'a', `session ${count % 5}`)
      if (count % 300 === 0) come(`b${count}`, 'b')
    })
    expect(begun.filter((name) => name.startsWith('b')).length).toBe(10)
    expect(refused.filter((name) => name.startsWith('b'))).toEqual([])
    expect(refused.length).toBeGreaterThan(1000)
    const late = begun.slice(500).map((name) => count - Number(name.slice(1)))
    expect(late.length).toBeGreaterThan(400)
    // Those that begin at last are as good as new: three come in a ms.
    const last = Number(begun.at(-1)?.slice(1))
    expect(count - last).toBeLessThan(3 * 20)
  })

  test('in which nothing moves waits, but not for ever', () => {
    const { refused, come, wait, line } = makeLine(1)
    come('a1')
    come('a2')
    wait(2900)
    line.sweep(10)
    expect(refused).toEqual([])
    wait(100)
    line.sweep(10)
    expect(refused).toEqual(['a2'])
  })

  test('lets more calls of a sender wait while its clients hold up as many as they may', () => {
    const { refused, begun, calls, come, end, wait, line } = makeLine(9)
    for (const name of ['a1', 'a2', 'a3']) come(name)
    for (const call of calls.values()) {
      line.pause(call)
      line.hold(call)
    }
    come('a4')
    for (let turn = 0; turn < 100; turn += 1) {
      wait(10)
      come(`b${turn}`, 'b')
      end(`b${turn}`)
      line.sweep(10)
    }
    expect(begun).toContain('b99')
    expect([refused, begun.includes('a4')]).toEqual([[], false])
    end('a1')
    come('a5')
    expect([refused, begun.slice(-2)]).toEqual([[], ['a4', 'a5']])
  })
})
