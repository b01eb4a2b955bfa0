import { isDeepStrictEqual } from 'node:util'
import { contactFields } from '@customer-center/contract/contact'
import autocannon, { type Result } from 'autocannon'
import { cpuTicks, microsecondsOf } from './cpu.ts'
import { type Measurement, median, perSecond, times } from './measurement.ts'

/** What the contact list of the elements asks for, and where it is stored. */
const contactColumns = {
  company: 'c.company',
  id: 'c.id',
  pvaid: 'c.pvaid',
  firstName: 'p.first_name',
  lastName: 'p.last_name',
  title: 'p.title',
  postNominalTitle: 'p.post_nominal_title',
  displayEmail: 'c.display_email',
  webshopRights: 'coalesce(s.rights, 0)',
  active: 'c.active'
} as const

const contactColumnsByCode = Object.entries(contactColumns).map(
  ([name, column]) => [contactFields[name as keyof typeof contactColumns].code, column] as const
)

/** RES_FIELDS of the contact list. */
export const listedContactFields = contactColumnsByCode.map(([code]) => code).join(',')

// A customer's key of a document, as the server gives it: $3 is what of the customer goes into it.
const key = `d.lookup_key || encode(substr(sha256((d.secret || $3)::bytea), 1, 16), 'hex')`

/** The same rows and columns as our lists; $1 is the caller's company, $2 its customer, $4 its contact. */
export const floorStatements = {
  documents: `
    select e.caption, e.event_id as "eventId", e.no, p.participant_id as "participantId", e.from_date as "from", e.to_date as "to",
           e.location, e.product_type as "productType", e.video_on_demand as "videoOnDemand",
           d.caption as "documentCaption", ${key} as "documentHash", d.dpo_id as "dpoId", d.dpd_id as "dpdId", d.file_name as "fileName",
           d.size_bytes as "fileSize"
      from (select event_id, no, min(participant_id) filter (where pvaid = $4) as participant_id
              from participations where company = $1 and id = $2 group by event_id, no) p
      join events e on e.company = $1 and e.event_id = p.event_id and e.no = p.no
      join documents d on d.company = $1 and d.event_id = e.event_id and d.no = e.no and d.kind <> 'invoice'
     order by e.from_date desc, e.event_id desc, e.no desc, d.position, d.document_id`,
  invoices: `
    select i.company as "companyNo", i.control_no as "controlNo", i.no, i.date, ${key} as "documentHash", d.file_name as "fileName",
           d.size_bytes as "fileSize", i.amount::text as amount, i.currency, i.due_date as "dueDate", i.is_paid as "isPaid",
           case when x.document_id is not null then 'xml' end as documents
      from invoices i left join documents d on d.company = i.company and d.document_id = i.document_id
      left join documents x on x.company = i.company and x.document_id = i.xml_document_id
     where i.company = $1 and i.id = $2
     order by i.date desc, i.control_no desc`,
  contacts: `
    select ${contactColumnsByCode.map(([code, column]) => `${column} as "${code}"`).join(', ')}
      from contacts c
      join persons p on p.company = c.contact_company and p.id = c.contact_id
      left join shop_users s on s.company = c.company and s.pvaid = c.pvaid and s.id = c.id
     where c.company = $1 and c.id = $2
     order by p.last_name collate "und-x-icu", p.first_name collate "und-x-icu", c.pvaid`
}

interface List {
  readonly floor: keyof typeof floorStatements
  readonly path: string
  /** At least so many times the floor's rate, and at most so many times its CPU. */
  readonly rate: number
  readonly cpu: number
}

const lists: readonly List[] = [
  { floor: 'documents', path: '/api/eventmanager/documentsbysubscriber', rate: 1, cpu: 1.05 },
  { floor: 'invoices', path: '/api/eventmanager/invoicebysubscriber', rate: 1, cpu: 1.05 },
  { floor: 'contacts', path: `/api/contact?RES_FIELDS=${listedContactFields}`, rate: 0.75, cpu: 1.4 }
]
const rounds = 7
const seconds = 3
export const connections = 10

/** One of the two programs that are compared, each with the process that serves it. */
export interface Side {
  readonly url: string
  readonly pid: number
}

/**
 * Our lists against bare Fastify and `pg` that do the same work. Each request comes from another of the sessions, and the two
 * take turns; CPU is that of Node and PostgreSQL together.
 */
export async function benchLists(
  ours: Side,
  floor: Side,
  postmaster: number,
  tokens: readonly string[]
): Promise<Measurement[]> {
  const results: Measurement[] = []
  for (const list of lists) {
    const urls = { ours: ours.url + list.path, floor: `${floor.url}/${list.floor}` }
    await compareRows(list.floor, urls, tokens[0] ?? '')
    const runs: { ours: Run[]; floor: Run[] } = { ours: [], floor: [] }
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await run(urls.floor, floor.pid, postmaster, tokens)
      const mine = await run(urls.ours, ours.pid, postmaster, tokens)
      if (round === 0) continue
      runs.floor.push(bare)
      runs.ours.push(mine)
    }
    results.push(...compare(list, runs))
  }
  return results
}

/** Rates count only if both sides give the same. */
async function compareRows(name: string, urls: { ours: string; floor: string }, token: string): Promise<void> {
  const read = async (url: string) => {
    const answer = await fetch(url, { headers: { authorization: token, 'content-version': '1.0' } })
    return ((await answer.json()) as { responseData: unknown[] }).responseData
  }
  const [ours, floor] = [await read(urls.ours), await read(urls.floor)]
  if (ours.length === 0 || !isDeepStrictEqual(ours, floor))
    throw new Error(`${name}: our answer and the floor's are not the same.`)
}

interface Run {
  readonly rate: number
  /** Microseconds of CPU a request. */
  readonly node: number
  readonly postgres: number
}

async function run(url: string, pid: number, postmaster: number, tokens: readonly string[]): Promise<Run> {
  const before = cpuTicks(pid, postmaster)
  const result: Result = await autocannon({ url, connections, duration: seconds, setupClient: sessionsOf(tokens) })
  const after = cpuTicks(pid, postmaster)
  const requests = result['2xx']
  if (result.non2xx + result.errors > 0 || requests === 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors, ${requests} answered.`)
  const each = (ticks: number) => microsecondsOf(ticks) / requests
  return {
    rate: result.requests.average,
    node: each(after.node - before.node),
    postgres: each(after.postgres - before.postgres)
  }
}

/** Gives each connection its share of the sessions, which it uses one after the other. */
function sessionsOf(tokens: readonly string[]): NonNullable<autocannon.Options['setupClient']> {
  const share = tokens.length / connections
  let next = 0
  return (client) => {
    const mine = tokens.slice(next, next + share)
    next = (next + share) % tokens.length
    client.setRequests(mine.map((authorization) => ({ headers: { authorization, 'content-version': '1.0' } })))
  }
}

function compare({ floor: name, rate, cpu }: List, { ours, floor }: { ours: Run[]; floor: Run[] }): Measurement[] {
  const rates = { ours: median(ours.map((one) => one.rate)), floor: median(floor.map((one) => one.rate)) }
  const costs = { ours: costOf(ours), floor: costOf(floor) }
  return [
    {
      name: `${name}, each time by another session`,
      ours: perSecond(rates.ours),
      floor: perSecond(rates.floor),
      ratio: times(rates.ours / rates.floor),
      limit: `≥ ${times(rate)}`,
      kept: rates.ours >= rate * rates.floor
    },
    {
      name: `${name}, CPU of Node and PostgreSQL`,
      ours: costs.ours.text,
      floor: costs.floor.text,
      ratio: times(costs.ours.sum / costs.floor.sum),
      limit: `≤ ${times(cpu)}`,
      kept: costs.ours.sum <= cpu * costs.floor.sum
    }
  ]
}

function costOf(runs: readonly Run[]): { sum: number; text: string } {
  const [node, postgres] = [median(runs.map((one) => one.node)), median(runs.map((one) => one.postgres))]
  return { sum: node + postgres, text: `${node.toFixed(0)} + ${postgres.toFixed(0)} µs` }
}
