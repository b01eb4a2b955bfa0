import { once } from 'node:events'
import { messageOf, startProgram } from '../../../testing/process.ts'
import { type AnswerCount, countAnswers } from './answers.ts'
import type { LoadOrder, LoadResult } from './order.ts'

/** A process that loads a server, one order at a time. */
export interface LoadProcess {
  readonly pid: number
  readonly run: (order: LoadOrder) => Promise<LoadResult>
  readonly answers: AnswerCount
  /** Ends the order at work before its time. */
  readonly stop: () => void
  readonly end: () => Promise<void>
}

export async function startLoad(): Promise<LoadProcess> {
  const { child, pid, end } = await startProgram(new URL('process.ts', import.meta.url))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of the load has ended with ${code}.`)
  })
  ended.catch(() => undefined)
  const answers = countAnswers()
  return {
    pid,
    answers,
    async run(order) {
      child.send(order)
      const result = (await Promise.race([messageOf(child), ended])) as LoadResult
      answers.add(result.statuses)
      return result
    },
    stop: () => child.send('stop'),
    end
  }
}
