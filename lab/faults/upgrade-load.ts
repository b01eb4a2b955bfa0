import { setTimeout as wait } from 'node:timers/promises'
import { idempotencyHeader } from '@customer-center/contract/endpoint'
import type { Envelope } from '@customer-center/contract/envelope'
import { type AsyncResult, AsyncStatus } from '@customer-center/contract/server-function'
import { type Account, accountOf, adminsOf, tokenOf } from '../../testing/product.ts'
import type { TestShopUser } from '../../testing/server/customer.ts'
import { confirmation } from '../../testing/server/document-requests.ts'

/** The requests of one step of an upgrade. */
export interface Step {
  readonly name: string
  tried: number
  failed: number
  longestMs: number
}

interface UpgradeLoad {
  /** Counts what is asked from now on as of another step. */
  readonly begin: (name: string) => void
  /** Ends it; returns the steps, the places that were acknowledged as saved, the letters that were ordered, and those that came. */
  readonly end: () => Promise<{
    readonly steps: readonly Step[]
    readonly saved: readonly string[]
    readonly ordered: number
    readonly letters: number
  }>
}

type Row = Readonly<Record<string, string | number | null>>

const queryOf = ({ providerId, customerId, personId }: TestShopUser) =>
  new URLSearchParams({
    company: String(providerId),
    id: String(customerId),
    contactCompany: String(providerId),
    contactId: String(personId)
  }).toString()

const lists = [
  'customer',
  'contact',
  'address',
  'overview',
  'webshopuser',
  'eventmanager/eventsbysubscriber',
  'eventmanager/documentsbysubscriber',
  'eventmanager/invoicebysubscriber',
  'eventmanager/ordersbysubscriber'
]

/** Makes the functions that send requests and count them for the last step. */
function countRequests(url: string, steps: readonly Step[]) {
  /** Asks once; any answer but 200, and none within a minute, is a failure. */
  async function ask<Result>(path: string, init: RequestInit, parse: (answer: Response) => Promise<Result>) {
    const step = steps.at(-1)
    if (!step) throw new Error('No step has begun.')
    step.tried += 1
    const begun = performance.now()
    try {
      const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(60_000) })
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return await parse(answer)
    } catch (error) {
      step.failed += 1
      console.log(`  ${step.name}: ${init.method ?? 'GET'} ${path}: ${String(error).slice(0, 300)}`)
      return undefined
    } finally {
      step.longestMs = Math.max(step.longestMs, performance.now() - begun)
    }
  }

  const call = <Data>(path: string, authorization: string, method = 'GET', data?: unknown) =>
    ask(
      `/api/${path}`,
      {
        method,
        headers: {
          authorization,
          ...(data !== undefined && { 'content-type': 'application/json', [idempotencyHeader]: crypto.randomUUID() })
        },
        ...(data !== undefined && { body: JSON.stringify({ data }) })
      },
      async (answer) => {
        const { responseData, responseResult } = (await answer.json()) as Envelope<Data>
        if (responseResult.RESTReturnCode !== 0) throw new Error(responseResult.Errors.join())
        return responseData
      }
    )
  return { ask, call }
}

/** Work of people that repeats until the load is over; what it counts is read at its end. */
interface Work extends ReturnType<typeof countRequests> {
  readonly url: string
  readonly isOver: () => boolean
  readonly saved: string[]
  ordered: number
  letters: number
}

async function repeat({ isOver }: Work, pauseMs: number, once: (number: number) => Promise<unknown>): Promise<void> {
  for (let number = 1; !isOver(); number += 1) {
    await once(number)
    await wait(pauseMs)
  }
}

async function save(work: Work, admin: Account): Promise<void> {
  const token = await tokenOf(admin, work)
  return repeat(work, 20, async (number) => {
    const place = `Ort ${admin.customerNumber}/${number}`
    if (await work.call('customer', token, 'PUT', { KND_ORT: place })) work.saved.push(place)
  })
}

async function read(work: Work, reader: Account): Promise<void> {
  const token = await tokenOf(reader, work)
  return repeat(work, 5, (number) => work.call(lists[number % lists.length] ?? '', token))
}

const logIn = (work: Work, people: readonly Account[]): Promise<void> =>
  repeat(work, 300, (number) => {
    const { customerNumber, userName, password } = people[number % people.length] as Account
    const body = new URLSearchParams({ customerNumber, userName, password })
    return work.ask('/api/getToken', { method: 'POST', body }, (answer) => answer.json())
  })

/** Opens the page of the elements: the loader and the chunks that it names. */
const open = (work: Work): Promise<void> =>
  repeat(work, 300, async () => {
    const loader = await work.ask('/elements/customer-center.js', {}, (answer) => answer.text())
    for (const [, chunk] of new Set(loader?.matchAll(/import\(`\.\/(chunks\/[^`]+)`\)/g)))
      await work.ask(`/elements/${chunk}`, {}, (answer) => answer.text())
  })

/** Orders the confirmation of an attended event, and waits for its file. */
async function order(work: Work, person: Account): Promise<void> {
  const { call } = work
  const token = await tokenOf(person, work)
  const [own = {}] = (await call<Row[]>('contact', token)) ?? []
  const user = {
    providerId: own['ASP_FIRMA'],
    customerId: own['ASP_ID'],
    personId: own['ASP_KONTAKTID']
  } as TestShopUser
  const events = (await call<Row[]>(`eventmanager/eventsbysubscriber?${queryOf(user)}`, token)) ?? []
  return repeat(work, 200, async (number) => {
    const { VER_ID, VER_TEILNEHMERID } = events[number % events.length] ?? {}
    const parameter = confirmation({ user, eventId: Number(VER_ID), participantId: Number(VER_TEILNEHMERID) })
    const data = { functionName: 'StandardLetter', parameter, async: true }
    const job = await call<{ jobId: string }>('function/start', token, 'POST', data)
    if (!job) return
    work.ordered += 1
    for (let polls = 0; polls < 120; polls += 1) {
      const result = await call<AsyncResult>(`function/getasyncresult?jobId=${job.jobId}`, token)
      if (result?.status === AsyncStatus.done && result.fileData) work.letters += 1
      if (result?.status === AsyncStatus.done || result?.status === AsyncStatus.failed) return
      await wait(500)
    }
  })
}

/** Has people of the demo, from a first step on, log in, open pages, read lists, save and order letters, each one after the other. */
export function startUpgradeLoad(url: string, accounts: readonly Account[], first: string): UpgradeLoad {
  const steps: Step[] = []
  const begin = (name: string) => void steps.push({ name, tried: 0, failed: 0, longestMs: 0 })
  const over = new AbortController()
  const isOver = () => over.signal.aborted
  const work: Work = { ...countRequests(url, steps), url, isOver, saved: [], ordered: 0, letters: 0 }
  const [one, other] = adminsOf({ accounts })
  // Who has no right to the shop cannot log in.
  const rest = accounts.filter((account) => account !== one && account !== other && account.right !== 'none')
  begin(first)
  const lanes = Promise.all([
    save(work, one),
    save(work, other),
    read(work, one),
    read(work, other),
    logIn(work, rest),
    open(work),
    order(work, accountOf({ accounts: rest }, 'contact'))
  ])
  return {
    begin,
    async end() {
      over.abort()
      await lanes
      const { saved, ordered, letters } = work
      return { steps, saved, ordered, letters }
    }
  }
}
