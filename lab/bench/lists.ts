import { isDeepStrictEqual } from 'node:util'
import { contactFields } from '@customer-center/contract/contact'
import type { Running } from '../../testing/process.ts'
import {
  compareWithFloor,
  compareWithLimit,
  type Measurement,
  median,
  megabytes,
  perSecond,
  quantile
} from '../trial/measurement.ts'
import { compareCosts, type Cost, spentSince } from './cost.ts'
import { residentBytes } from './cpu.ts'
import { callAs } from './load/order.ts'
import { amongRows, type MillionStage } from './million-stage.ts'
import { type PinTo, withPinning } from './pinned.ts'

/** Columns that the contact list of the elements requests, with their storage. */
const contactColumns = {
  company: 'c.provider_id',
  id: 'c.customer_id',
  pvaid: 'c.contact_id',
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
const listedContactFields = contactColumnsByCode.map(([code]) => code).join(',')

// SQL expression for a customer's key of a document, as the server gives it: $3 is the customer's part of it.
const key = `d.lookup_key || encode(substr(sha256((d.secret || $3)::bytea), 1, 16), 'hex')`

/**
 * Statements for the same rows and columns as our lists; $1 is the caller's company, $2 its customer, $4 its contact.
 */
const floorStatements = {
  documents: `
    select e.caption, e.event_id as "eventId", e.no, p.participant_id as "participantId", e.from_date as "from", e.to_date as "to",
           e.location, e.product_type as "productType", e.video_on_demand as "videoOnDemand", nullif(e.state, 'confirmed') as state,
           d.caption as "documentCaption", ${key} as "documentHash", d.dpo_id as "dpoId", d.dpd_id as "dpdId", d.file_name as "fileName",
           d.size_bytes as "fileSize"
      from (select event_id, no, min(participant_id) filter (where contact_id = $4) as participant_id
              from participations where provider_id = $1 and customer_id = $2 and state = 'booked' group by event_id, no) p
      join events e on e.provider_id = $1 and e.event_id = p.event_id and e.no = p.no
      join documents d on d.provider_id = $1 and d.event_id = e.event_id and d.no = e.no and d.kind <> 'invoice'
     order by e.from_date desc, e.event_id desc, e.no desc, d.position, d.document_id`,
  invoices: `
    select i.provider_id as "companyNo", i.control_no as "controlNo", i.no, i.date, ${key} as "documentHash", d.file_name as "fileName",
           d.size_bytes as "fileSize", i.amount::text as amount, i.currency, i.due_date as "dueDate", i.is_paid as "isPaid",
           case when i.is_paid is not true then nullif(p.iban, '') end as iban,
           case when i.is_paid is not true and p.iban <> '' then p.name end as payee,
           case when i.is_paid is not true then coalesce(i.payment_reference, i.no) end as "paymentReference",
           case when x.document_id is not null then 'xml' end as documents,
           (select coalesce(json_agg(e), '[]')
              from (select distinct event_id as "eventId", no from participations
                     where provider_id = $1 and customer_id = $2 and order_no = i.order_no order by event_id, no) e) as events
      from invoices i join providers p on p.provider_id = i.provider_id
      left join documents d on d.provider_id = i.provider_id and d.document_id = i.document_id
      left join documents x on x.provider_id = i.provider_id and x.document_id = i.xml_document_id
     where i.provider_id = $1 and i.customer_id = $2
     order by i.date desc, i.control_no desc`,
  contacts: `
    select ${contactColumnsByCode.map(([code, column]) => `${column} as "${code}"`).join(', ')}
      from contacts c
      join persons p on p.provider_id = c.provider_id and p.person_id = c.person_id
      left join shop_users s on s.provider_id = c.provider_id and s.contact_id = c.contact_id and s.customer_id = c.customer_id
     where c.provider_id = $1 and c.customer_id = $2 and c.erased_at is null
     order by p.last_name collate "und-x-icu", p.first_name collate "und-x-icu", c.contact_id`
}

/** Path of our call for the rows of each statement. */
const paths: Record<keyof typeof floorStatements, string> = {
  documents: '/api/eventmanager/documentsbysubscriber',
  invoices: '/api/eventmanager/invoicebysubscriber',
  contacts: `/api/contact?RES_FIELDS=${listedContactFields}`
}
// Limits as multiples of the floor's.
const leastRate = 1.2
const maxCpu = 0.8
const maxP99 = 1.2
const maxMemory = 200e6
const seconds = 3
const connections = 10
// Number of sessions: more than a server could keep anything for.
const sessions = 10_000

interface Sides<Value> {
  readonly ours: Value
  readonly floor: Value
}

/**
 * Measures our lists against bare Fastify and `pg` that do the same work. Each request comes from another of the
 * sessions, and the two take turns. First the servers have a core, which only one of them uses at a time, and the load
 * shares the other one with PostgreSQL; then PostgreSQL has one. The load comes from a process of its own.
 *
 * @param rounds how often both sides take their turn at each list
 */
export function benchLists(rounds = 9): Promise<Measurement[]> {
  return amongRows(sessions, (stage) =>
    withPinning(async (pinTo) => {
      const statements = { STATEMENTS: JSON.stringify(floorStatements) }
      const sides = { ours: stage.ours, floor: await stage.startFloor('lab/bench/floor/list-server.ts', statements) }
      const results: Measurement[] = []
      for (const [layout, pin] of Object.entries(layouts(sides, stage, pinTo))) {
        pin()
        for (const list of Object.keys(paths) as (keyof typeof paths)[])
          results.push(...compare(list, layout, await measure(list, rounds, sides, stage)))
      }
      return [...results, memoryOf(sides)]
    })
  )
}

/** Lists the layouts, each with another scarce resource, since each side moves work from one to the other. */
function layouts(
  { ours, floor }: Sides<Running>,
  { postmaster, load }: MillionStage,
  pinTo: PinTo
): Record<string, () => void> {
  const servers = [ours.pid, floor.pid]
  return {
    'servers on a core': () => pinTo(servers, [postmaster, load.pid]),
    'PostgreSQL on a core': () => pinTo([postmaster], [...servers, load.pid])
  }
}

async function measure(
  list: keyof typeof paths,
  rounds: number,
  sides: Sides<Running>,
  { postmaster, tokens, load }: MillionStage
): Promise<Sides<Run[]>> {
  const pathOf = { ours: paths[list], floor: `/${list}` }
  await compareRows(list, sides.ours.url + pathOf.ours, sides.floor.url + pathOf.floor, tokens[0] ?? '')
  const runs: Sides<Run[]> = { ours: [], floor: [] }
  for (let round = 0; round <= rounds; round += 1)
    for (const side of ['floor', 'ours'] as const) {
      const { url, pid } = sides[side]
      const calls = tokens.map((one) => callAs(one, pathOf[side]))
      const spent = spentSince(pid, postmaster)
      const { rate, answered } = await load.run({ url, calls, pace: { connections }, seconds })
      // The first round warms up.
      if (round > 0) runs[side].push({ rate, p99: quantile(answered, 0.99), ...spent(answered.length) })
    }
  return runs
}

/** Compares the answers: rates count only if both sides give the same. */
async function compareRows(name: string, oursUrl: string, floorUrl: string, token: string): Promise<void> {
  const read = async (url: string) => {
    const answer = await fetch(url, callAs(token))
    return ((await answer.json()) as { responseData: unknown[] }).responseData
  }
  const [ours, floor] = [await read(oursUrl), await read(floorUrl)]
  if (ours.length === 0 || !isDeepStrictEqual(ours, floor))
    throw new Error(`${name}: our answer and the floor's are not the same.`)
}

interface Run extends Cost {
  readonly rate: number
  /** Milliseconds in which 99 of 100 requests were answered. */
  readonly p99: number
}

function compare(list: string, layout: string, { ours, floor }: Sides<Run[]>): Measurement[] {
  const rates = { ours: median(ours.map((one) => one.rate)), floor: median(floor.map((one) => one.rate)) }
  const p99s = { ours: median(ours.map((one) => one.p99)), floor: median(floor.map((one) => one.p99)) }
  const what = `${list}, ${layout}`
  return [
    compareWithFloor(`${what}: rate`, perSecond, rates, { least: leastRate }),
    compareWithFloor(`${what}: p99`, (time) => `${time.toFixed(1)} ms`, p99s, { most: maxP99 }),
    compareCosts(what, { ours, floor }, maxCpu)
  ]
}

/** Measures memory after all lists. */
function memoryOf({ ours, floor }: Sides<Running>): Measurement {
  const bytes = { ours: residentBytes(ours.pid), floor: residentBytes(floor.pid) }
  return compareWithLimit('resident memory of the server, warm', megabytes, bytes, { most: maxMemory })
}
