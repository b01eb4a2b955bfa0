import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { languageFiles } from '../texts/language-files.ts'
import type { Answer, Received } from './scene.ts'

interface Stage {
  answers: Record<string, Answer[]>
  log: Received[]
}

/**
 * A backend of somebody else's, on an origin of its own: it says what a test tells it to say. Each test has a stage, the
 * first part of the path; `PUT /<stage>` lays out the answers, `GET /<stage>` tells what was asked.
 */
const stages = new Map<string, Stage>()

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('backend', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  allowOrigin(request, response)
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  const url = new URL(request.url ?? '/', 'http://backend')
  const [, id = '', ...rest] = url.pathname.split('/')
  const path = `/${rest.join('/')}`
  if (path === '/') return direct(id, request, response)
  const stage = stages.get(id) ?? { answers: {}, log: [] }
  const body = await text(request)
  stage.log.push({
    call: `${request.method} ${path}`,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers as Record<string, string>,
    body
  })
  await play(stage.answers[`${request.method} ${path}`], path, response)
}

/** The last answer of a call stays; those before it are given once each. */
async function play(answers: Answer[] | undefined, path: string, response: ServerResponse): Promise<void> {
  const next = answers && answers.length > 1 ? answers.shift() : answers?.[0]
  if (next?.hang) return
  if (next?.drip) return drip(next, response)
  if (next) return void response.writeHead(next.status ?? 200, next.headers).end(next.body)
  const file = path.startsWith('/assets/') ? await shipped(path) : null
  response.writeHead(file ? 200 : 404).end(file)
}

/** Hands out the body in ten pieces, one every `drip` ms. */
function drip({ body = '', drip: every = 0, headers }: Answer, response: ServerResponse): void {
  response.writeHead(200, headers)
  const size = Math.ceil(body.length / 10)
  let sent = 0
  const timer = setInterval(() => {
    response.write(body.slice(sent, sent + size))
    sent += size
    if (sent < body.length) return
    clearInterval(timer)
    response.end()
  }, every)
}

async function shipped(path: string): Promise<Buffer | string | null> {
  return languageFiles[path.slice(1)] ?? readFile(new URL(`../../public${path}`, import.meta.url)).catch(() => null)
}

async function direct(id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return void response.end(JSON.stringify(stages.get(id)?.log ?? []))
  const answers = JSON.parse(await text(request)) as Stage['answers']
  const stage = stages.get(id) ?? { answers: {}, log: [] }
  stages.set(id, { ...stage, answers: { ...stage.answers, ...answers } })
  response.end()
}

function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*')
  response.setHeader('Access-Control-Allow-Credentials', 'true')
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT')
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '*')
}
