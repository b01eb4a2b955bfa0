import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { languageFiles } from '../texts/language-files.ts'
import type { Answer, ReceivedRequest } from './mock-backend.ts'

interface Mock {
  answers: Record<string, Answer[]>
  log: ReceivedRequest[]
}

/**
 * One server for all mock backends, on another origin than the page. A mock is named by the first part of the path:
 * `PUT /<mock>` sets its answers, `GET /<mock>` returns the requests that it received.
 */
const mocks = new Map<string, Mock>()

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
  if (path === '/') return control(id, request, response)
  const mock = mocks.get(id) ?? { answers: {}, log: [] }
  const body = await text(request)
  mock.log.push({
    call: `${request.method} ${path}`,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers as Record<string, string>,
    body
  })
  await send(mock.answers[`${request.method} ${path}`], path, response)
}

/** Of a call's answers each is given once, and the last one stays. */
async function send(answers: Answer[] | undefined, path: string, response: ServerResponse): Promise<void> {
  const next = answers && answers.length > 1 ? answers.shift() : answers?.[0]
  if (next?.hang) return
  if (next?.drip) return drip(next, response)
  if (next) return void response.writeHead(next.status ?? 200, next.headers).end(next.body)
  const file = path.startsWith('/assets/') ? await shipped(path) : null
  response.writeHead(file ? 200 : 404).end(file)
}

/** Sends the body in ten pieces, one every `drip` ms. */
function drip({ body = '', drip: intervalMs = 0, headers }: Answer, response: ServerResponse): void {
  response.writeHead(200, headers)
  const size = Math.ceil(body.length / 10)
  let sent = 0
  const timer = setInterval(() => {
    response.write(body.slice(sent, sent + size))
    sent += size
    if (sent < body.length) return
    clearInterval(timer)
    response.end()
  }, intervalMs)
}

async function shipped(path: string): Promise<Buffer | string | null> {
  return languageFiles[path.slice(1)] ?? readFile(new URL(`../../public${path}`, import.meta.url)).catch(() => null)
}

async function control(id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return void response.end(JSON.stringify(mocks.get(id)?.log ?? []))
  const answers = JSON.parse(await text(request)) as Mock['answers']
  const mock = mocks.get(id) ?? { answers: {}, log: [] }
  mocks.set(id, { ...mock, answers: { ...mock.answers, ...answers } })
  response.end()
}

function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*')
  response.setHeader('Access-Control-Allow-Credentials', 'true')
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT')
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '*')
}
