import { z } from 'zod'
import { defineCommand } from '../operator/command.ts'
import type { Released } from './release-outgoing.ts'

/** Releases mails and webhooks, except for mails whose link or password has expired in the meantime. */
export const releaseOutgoingCommand = defineCommand({
  word: 'release',
  help: 'let them leave again; mails whose link or password has ended meanwhile are listed and dropped, those of a restored backup listed',
  name: 'release-outgoing',
  input: z.unknown(),
  run: async (db, _input, { config, contents }): Promise<Released> =>
    (await import('./release-outgoing.ts')).releaseOutgoing(db, (await contents()).jobs, config),
  async act({ ask, print }) {
    const released = await ask(null)
    const lines = (['dropped', 'leaving'] as const).flatMap((what) =>
      released[what].map(
        ({ id, kind, queuedAt, person }) =>
          `${what}  ${id}  ${kind}  queued ${queuedAt}${person ? `  ${person}` : ''}\n`
      )
    )
    const done = released.hold === null ? 'Outgoing was not on hold.' : 'Mails and webhooks leave again.'
    print(`${done}\n${lines.join('')}`, released)
  }
})

export const outgoingCommands = [releaseOutgoingCommand]
