// The least cost of a list: bare Fastify and `pg`, the token and its checks in one named statement, the rows in
// another, nested by JavaScript, and JSON.stringify. No access table, no anti-forgery token, no limits, no log.
import fastify from 'fastify'
import { Pool, types } from 'pg'
import { findCaller } from './session.ts'

// Dates come as text, which is less work than the driver's Date.
types.setTypeParser(types.builtins.DATE, (value) => value)
types.setTypeParser(types.builtins.INT8, Number)
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const statements: Record<string, string> = JSON.parse(process.env['STATEMENTS'] ?? '{}')

/** Makes one event of each run of rows with the same event. */
function nestScripts(rows: any[]) {
  const events: any[] = []
  let last
  for (const { documentCaption, documentHash, dpoId, dpdId, fileName, fileSize, ...event } of rows) {
    if (last?.eventId !== event.eventId || last.no !== event.no) {
      last = { ...event, scripts: [] }
      events.push(last)
    }
    last.scripts.push({ caption: documentCaption, documentHash, dpoId, dpdId, fileName, fileSize })
  }
  return events
}

const app = fastify()
for (const [name, text] of Object.entries(statements)) {
  app.get(`/${name}`, async (request, reply) => {
    const caller = await findCaller(pool, request)
    if (!caller || caller.stale) return reply.code(401).send(null)
    if (caller.password_must_change || (caller.rights !== 1 && caller.rights !== 2)) return reply.code(403).send(null)
    const { provider_id: providerId, customer_id: customerId, contact_id: contactId } = caller
    const values = {
      contacts: [providerId, customerId],
      invoices: [providerId, customerId, `:${providerId}:${customerId}`]
    }[name]
    const { rows } = await pool.query({
      name,
      text,
      values: values ?? [providerId, customerId, `:${providerId}:${customerId}`, contactId]
    })
    const responseData = name === 'documents' ? nestScripts(rows) : rows
    return { responseData, responseResult: { HTTPReturnCode: 200, RESTReturnCode: 0, Errors: [] } }
  })
}
process.send?.({ listening: await app.listen({ port: 0, host: '127.0.0.1' }) })
