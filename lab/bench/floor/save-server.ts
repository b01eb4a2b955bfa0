// The least cost of a save: bare Fastify and `pg` with the same three round trips, each a named statement: the token,
// the row with the shop's lists, and one statement that writes row, version and audit. No rights, no rules, no headers.
import fastify, { type FastifyRequest } from 'fastify'
import { Pool } from 'pg'
import { findCaller } from './session.ts'

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })

const lists = (form: string) => `
  (select json_agg(f) from field_descriptors f where provider_id = $1 and form = '${form}' and const_name = any($3::text[])) as fields,
  (select json_agg(v) from possible_values v where provider_id = $1 and field = any($3::text[])) as choices`

const audit = `
  entry as (insert into audit_entries (provider_id, customer_id, actor_contact_id, action, resource, key, changes)
            select $1, $2, $3, 'update', $4, $5::jsonb, $6::jsonb from saved)`

const calls = [
  {
    path: '/customer',
    resource: 'customer',
    code: 'KND_HOMEPAGE',
    column: 'home_page',
    keyOf: (caller: any) => caller.customer_id,
    read: `select c.*, to_json(p) as person, ${lists('customer')}
      from customers c join persons p on p.provider_id = c.provider_id and p.person_id = c.customer_id where c.provider_id = $1 and c.customer_id = $2`,
    write: `with saved as (update customers set home_page = $7, version = version + 1
        where provider_id = $1 and customer_id = $8 and version = $9 returning version), ${audit}
      select version from saved`
  },
  {
    path: '/contact',
    resource: 'contact',
    code: 'ASP_BERUFSBEZEICHNUNG',
    column: 'jobtitle',
    keyOf: (_caller: any, data: any) => data.ASP_PVAID,
    read: `select c.*, to_json(p) as person, to_json(u) as login, p.jobtitle, ${lists('contact')}
      from contacts c
      join persons p on p.provider_id = c.provider_id and p.person_id = c.person_id
      left join shop_users u on u.provider_id = c.provider_id and u.contact_id = c.contact_id where c.provider_id = $1 and c.contact_id = $2`,
    write: `with saved as (update contacts set version = version + 1
        where provider_id = $1 and contact_id = $8 and version = $9 returning version, person_id), ${audit},
      person as (update persons set jobtitle = $7 where provider_id = $1 and person_id = (select person_id from saved))
      select version from saved`
  }
]

const app = fastify()
for (const { path, resource, code, column, keyOf, read, write } of calls) {
  const save = async (request: FastifyRequest) => {
    const caller = await findCaller(pool, request)
    if (!caller) throw new Error('No session.')
    const { data } = request.body as { data: Record<string, unknown> }
    const { provider_id: providerId, customer_id: customerId, contact_id: contactId } = caller
    const key = keyOf(caller, data)
    const found = { name: `read ${resource}`, text: read, values: [providerId, key, Object.keys(data)] }
    const [row] = (await pool.query(found)).rows
    const changes = { [code]: { old: row[column], new: data[code] } }
    const named = [
      providerId,
      customerId,
      contactId,
      resource,
      JSON.stringify({ providerId, customerId, key }),
      JSON.stringify(changes)
    ]
    const values = [...named, data[code], key, row.version]
    const [saved] = (await pool.query({ name: `write ${resource}`, text: write, values })).rows
    const answer = { ...row, [column]: data[code], version: saved.version }
    return { responseData: answer, responseResult: { HTTPReturnCode: 200, RESTReturnCode: 0, Errors: [] } }
  }
  app.route({ method: 'PUT', url: path, handler: save })
}
process.send?.({ listening: await app.listen({ port: 0, host: '127.0.0.1' }) })
