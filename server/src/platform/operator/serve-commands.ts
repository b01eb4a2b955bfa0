import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import fastify, { type FastifyBaseLogger } from 'fastify'
import { OperatorError } from '../config/operator-error.ts'
import type { Db } from '../database/query.ts'
import { type Command, type CommandContext, tellOutage, channelFile } from './command.ts'

/** A program's fetch gives up after five silent minutes. */
const heartbeatMs = 10_000

const digest = (text: string) => createHash('sha256').update(text).digest()

function sentenceOf(log: Pick<FastifyBaseLogger, 'error'>, error: unknown): string {
  if (error instanceof OperatorError) return error.message
  log.error({ err: error }, 'a command failed unexpectedly')
  return 'The command failed unexpectedly: the log of the server says more.'
}

/**
 * Writes a file of the data folder that nobody else can read.
 * @returns a function that removes it
 */
async function publishChannel(dataFolder: string, channel: object): Promise<() => Promise<void>> {
  const file = channelFile(resolve(dataFolder))
  const draft = `${file}.new`
  await rm(draft, { force: true })
  await writeFile(draft, JSON.stringify(channel), { mode: 0o600, flag: 'wx' })
  await rename(draft, file)
  return () => rm(file, { force: true })
}

/**
 * Runs commands for the operator's programs while this process holds the embedded database. The programs find address
 * and secret in a file of the data folder that nobody else can read. The listener is bound to the loopback address and
 * apart from the server's port: requests through a reverse proxy never reach it. An answer is NDJSON: lines of
 * progress, and a last line with the output or an error.
 * @returns a function that stops listening and removes the file
 */
export async function serveCommands(
  server: Pick<CommandContext, 'config' | 'contents' | 'pool' | 'isServing'>,
  db: Db,
  commands: readonly Command[],
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('base64url')
  const expected = digest(`Bearer ${secret}`)
  const app = fastify({ forceCloseConnections: true })
  // The check comes before any body is read.
  app.addHook('onRequest', async (request, reply) => {
    const isKnown = timingSafeEqual(digest(request.headers.authorization ?? ''), expected)
    return isKnown ? undefined : reply.code(401).send({ error: 'The secret is wrong.' })
  })
  const running = new Set<Promise<void>>()
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof OperatorError ? 422 : 500).send({ error: sentenceOf(log, error) })
  )
  for (const command of commands) {
    const answer = async (value: unknown, lines: PassThrough, signal: AbortSignal) => {
      const write = (line: object) => lines.write(`${JSON.stringify(line)}\n`)
      const heartbeat = setInterval(() => lines.write('\n'), heartbeatMs)
      try {
        const context = { ...server, signal, report: (progress: object) => write({ progress }) }
        const output = await tellOutage(command, value, () => command.run(db, value, context))
        const event = command.eventOf?.(value, output)
        if (event) log.info(event, 'security event')
        write({ output })
      } catch (error) {
        write({ error: sentenceOf(log, error) })
      } finally {
        clearInterval(heartbeat)
        lines.end()
      }
    }
    app.post(`/${command.name}`, (request, reply) => {
      const parsed = command.input.safeParse(request.body)
      if (!parsed.success || command.isAlone?.(parsed.data))
        throw new OperatorError('The server does not understand the command: is it of another version?')
      const lines = new PassThrough()
      const ending = new AbortController()
      reply.raw.once('close', () => ending.abort())
      const work: Promise<void> = answer(parsed.data, lines, ending.signal).finally(() => running.delete(work))
      running.add(work)
      return reply.type('application/x-ndjson').send(lines)
    })
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const withdraw = await publishChannel(server.config.dataFolder, { url, secret })
  return async () => {
    await withdraw()
    // Closing ends the connections and the commands that run on them.
    await app.close()
    await Promise.all(running)
  }
}
