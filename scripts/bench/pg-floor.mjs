// What a list costs at least in Node: rows out of `pg`, JSON.stringify, node:http. No framework, no token, no rights.
import { createServer } from 'node:http'
import { Pool } from 'pg'

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const statements = /** @type {Record<string, string>} */ (JSON.parse(process.env['STATEMENTS'] ?? '{}'))

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  const name = (request.url ?? '').slice(1)
  const { rows } = await pool.query({ name, text: statements[name] ?? '' })
  const body = JSON.stringify({
    responseData: rows,
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
