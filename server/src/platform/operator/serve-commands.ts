import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import fastify, { type FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import { OperatorError } from '../config/operator-error.ts'
import type { Tables } from '../database/tables.ts'
import { channelFile } from './channel-file.ts'
import type { Command } from './command.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Runs commands for programs of the operator while this process holds the embedded database. They find address and secret in a
 * file of the data folder that nobody else can read. It listens on the loopback address by itself: a request that a reverse proxy
 * passes on never gets here.
 * @returns ends it and removes the file
 */
export async function serveCommands(
  dataFolder: string,
  db: Kysely<Tables>,
  commands: readonly Command[],
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('base64url')
  const expected = digest(`Bearer ${secret}`)
  const app = fastify({ forceCloseConnections: true })
  // Before any body is read.
  app.addHook('onRequest', async (request, reply) => {
    const isKnown = timingSafeEqual(digest(request.headers.authorization ?? ''), expected)
    return isKnown ? undefined : reply.code(401).send({ error: 'The secret is wrong.' })
  })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof OperatorError) return reply.code(422).send({ error: error.message })
    log.error({ err: error }, 'a command failed unexpectedly')
    return reply.code(500).send({ error: 'The command failed unexpectedly: the log of the server says more.' })
  })
  for (const { name, input, run, eventOf } of commands) {
    app.post(`/${name}`, async ({ body }) => {
      const parsed = input.safeParse(body)
      if (!parsed.success)
        throw new OperatorError('The server does not understand the command: is it of another version?')
      const output = await run(db, parsed.data)
      if (eventOf) log.info(eventOf(parsed.data, output), 'security event')
      return { output }
    })
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const file = channelFile(resolve(dataFolder))
  const draft = `${file}.new`
  await rm(draft, { force: true })
  await writeFile(draft, JSON.stringify({ url, secret }), { mode: 0o600, flag: 'wx' })
  await rename(draft, file)
  return async () => {
    await rm(file, { force: true })
    await app.close()
  }
}
