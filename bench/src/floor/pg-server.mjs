// What a call costs at least in Node: `pg`, JSON.stringify, node:http. No framework, no token, no rights.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const named = (/** @type {string} */ key) =>
  /** @type {Record<string, string>} */ (JSON.parse(process.env[key] ?? '{}'))
const updates = named('UPDATES')

/**
 * @param {string} name
 * @param {string} value
 */
async function save(name, value) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ name: `save ${name}`, text: updates[name] ?? '', values: [value] })
    await client.query('commit')
    return null
  } finally {
    client.release()
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  const name = (request.url ?? '').slice(1)
  const responseData = await save(name, await text(request))
  const body = JSON.stringify({
    responseData,
    responseResult: { HTTPReturnCode: 200, RESTReturnCode: 0, Errors: [] }
  })
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(500).end())
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ listening: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` })
})
