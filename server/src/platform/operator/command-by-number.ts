import { z } from 'zod'
import { OperatorError } from '../config/operator-error.ts'
import type { Db } from '../database/query.ts'
import type { SecurityEventName } from '../lib/security-event-name.ts'
import { readNumber } from './arguments.ts'
import { defineCommand } from './command.ts'

interface ActByNumber {
  readonly word: string
  readonly help: string
  readonly name: string
  /** Does it. @returns whether there is a row of this number */
  readonly change: (db: Db, id: number) => Promise<boolean>
  readonly event: SecurityEventName
  /** The end of the sentence that tells it. */
  readonly done: string
}

/** Describes a command that does one thing to a row, by the number with which the command `list` of its noun names it. */
export const commandByNumber = (noun: string, { word, help, name, change, event, done }: ActByNumber) =>
  defineCommand({
    word,
    help,
    configure: (parser) => void parser.argument('<number>', `as ${noun} list names it`, readNumber),
    name,
    input: z.object({ id: z.int32() }),
    async run(db, { id }) {
      if (!(await change(db, id))) throw new OperatorError(`There is no ${noun} ${id}.`)
      return null
    },
    eventOf: ({ id }) => ({ event, [noun]: id }),
    async act({ ask, print }, id: number) {
      await ask({ id })
      print(`The ${noun} ${id} ${done}.`, { id })
    }
  })
