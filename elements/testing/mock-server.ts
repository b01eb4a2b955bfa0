import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { idempotencyHeader } from '@customer-center/contract/endpoint'
import { personHeader, versionHeaders } from '@customer-center/contract/session'
import { languageFiles } from '../src/texts/language-files.ts'
import type { MockResponse, ReceivedRequest } from './mock-backend.ts'

interface Backend {
  responses: Record<string, MockResponse[]>
  requests: ReceivedRequest[]
}

/**
 * The server behind `mockBackend`, on an origin other than the page's. The first segment of a path names the backend of
 * one test: `PUT /<backend>/` sets its responses, `GET /<backend>/` reads the requests that it got.
 */
const backends = new Map<string, Backend>()

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  project.provide('backend', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://backend')
  const [, id = '', ...rest] = url.pathname.split('/')
  const path = `/${rest.join('/')}`
  const backend = backends.get(id) ?? { responses: {}, requests: [] }
  allowOrigin(request, response, backend)
  if (request.method === 'OPTIONS')
    return void response.writeHead(204, backend.responses['OPTIONS']?.[0]?.headers).end()
  if (path === '/') return control(id, request, response)
  const body = await text(request)
  backend.requests.push({
    call: `${request.method} ${path}`,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers as Record<string, string>,
    body
  })
  const next = nextResponse(responsesOf(backend, `${request.method} ${path}`, url.searchParams))
  if (next?.replaces) backend.responses[next.replaces] = [replaced(backend.responses[next.replaces]?.[0], body)]
  await respond(next, path, response)
}

/** The responses whose key names parameters that the query has, or else those of the call. */
function responsesOf({ responses }: Backend, call: string, query: URLSearchParams): MockResponse[] | undefined {
  const narrowed = Object.keys(responses).find((key) => {
    const parameters = key.startsWith(`${call}?`) ? [...new URLSearchParams(key.slice(call.length))] : []
    return parameters.length > 0 && parameters.every(([name, value]) => query.get(name) === value)
  })
  return responses[narrowed ?? call]
}

function nextResponse(responses: MockResponse[] | undefined): MockResponse | undefined {
  return responses && responses.length > 1 ? responses.shift() : responses?.[0]
}

/** The response of a read with the row of a write instead of its own. */
function replaced(before: MockResponse | undefined, body: string): MockResponse {
  const { data } = JSON.parse(body) as { data: unknown }
  const old = JSON.parse(before?.body ?? '{}') as { responseData?: unknown }
  return { ...before, body: JSON.stringify({ ...old, responseData: Array.isArray(old.responseData) ? [data] : data }) }
}

async function respond(next: MockResponse | undefined, path: string, response: ServerResponse): Promise<void> {
  if (next?.hang) return
  if (next?.chunkDelayMs) return sendInChunks(next, response)
  if (next?.statusText !== undefined) response.statusMessage = next.statusText || ' '
  if (next) return void response.writeHead(next.status ?? 200, next.headers).end(next.body)
  const file = path.startsWith('/assets/') ? await readAsset(path) : null
  response.writeHead(file ? 200 : 404).end(file)
}

function sendInChunks({ body = '', chunkDelayMs = 0, headers }: MockResponse, response: ServerResponse): void {
  response.writeHead(200, headers)
  const size = Math.ceil(body.length / 10)
  let sent = 0
  const timer = setInterval(() => {
    response.write(body.slice(sent, sent + size))
    sent += size
    if (sent < body.length) return
    clearInterval(timer)
    response.end()
  }, chunkDelayMs)
}

async function readAsset(path: string): Promise<Buffer | string | null> {
  return languageFiles[path.slice(1)] ?? readFile(new URL(`../public${path}`, import.meta.url)).catch(() => null)
}

async function control(id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return void response.end(JSON.stringify(backends.get(id)?.requests ?? []))
  const responses = JSON.parse(await text(request)) as Backend['responses']
  const backend = backends.get(id) ?? { responses: {}, requests: [] }
  backends.set(id, { ...backend, responses: { ...backend.responses, ...responses } })
  response.end()
}

/**
 * The headers of the contract, and those that this backend has announced: a browser sends no request that has any
 * other.
 */
function allowedHeaders({ responses }: Backend): string[] {
  const sent = Object.values(responses).flat()
  const takesKeys = sent.some(({ body }) => body?.includes('"idempotencyKeys":true'))
  const marksPersons = sent.some(({ headers }) => headers?.[personHeader] !== undefined)
  const announced = [...(takesKeys ? [idempotencyHeader] : []), ...(marksPersons ? [personHeader] : [])]
  return ['Authorization', 'Content-Type', ...versionHeaders, ...announced]
}

function allowOrigin(request: IncomingMessage, response: ServerResponse, backend: Backend): void {
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*')
  response.setHeader('Access-Control-Allow-Credentials', 'true')
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT')
  response.setHeader('Access-Control-Allow-Headers', allowedHeaders(backend).join())
}
