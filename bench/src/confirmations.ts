import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { letterTemplates } from '../../server/src/confirmations/letter/letter-typesetter.ts'
import { openDatabase } from '../../server/src/platform/database/connection.ts'
import { chromiumOptions } from '../../scripts/lib/chromium.ts'
import { type Measurement, median, ms, times } from './measurement.ts'
import { startDemo } from './product.ts'

const rounds = 12
const stepMs = 1000

interface Creation {
  /** Time from the click on Erstellen to the frame in which the job is fertig. */
  readonly waitedMs: number
  readonly polls: number
}

const screens: Record<string, string> = { StandardLetter: 'participation', TimesheetLetter: 'education' }

/**
 * Measures a person's wait from Erstellen to fertig, in the element, against the server's time from the request to the
 * letter.
 */
export async function benchConfirmations(): Promise<Measurement[]> {
  const product = await startDemo()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await loggedIn(browser, product)
    const waited: Record<string, Creation[]> = {}
    for (const [name, screen] of Object.entries(screens)) waited[name] = await createOn(page, product.url, screen)
    await product.stop()
    const needed = await neededBy(product.dataFolder)
    return Object.entries(waited).flatMap(([name, creations]) => compare(name, creations, needed[name] ?? []))
  } finally {
    await browser.close()
    await product.close()
  }
}

async function loggedIn(browser: Browser, { url, admin }: Awaited<ReturnType<typeof startDemo>>): Promise<Page> {
  if (!admin) throw new Error('The demo has no admin.')
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const { customerNumber, userName, password } = admin
  await page.request.post(`${url}/api/getToken`, { form: { customerNumber, userName, password } })
  return page
}

async function createOn(page: Page, url: string, screen: string): Promise<Creation[]> {
  let polls = 0
  const count = (request: { url: () => string }) => {
    if (request.url().includes('/function/getasyncresult')) polls += 1
  }
  await page.goto(`${url}/plain.html#/confirmations/${screen}`)
  const create = page.getByRole('button', { name: 'Erstellen' })
  await create.waitFor()
  const events = page.getByRole('combobox', { name: 'Event' })
  if (screen === 'participation') await events.selectOption({ index: 1 })
  page.on('request', count)
  const creations: Creation[] = []
  // The first round starts the processes that set letters, and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    polls = 0
    // Changed templates make another letter: with unchanged ones it would be the one that is there already.
    utimesSync(join(letterTemplates, 'style.typ'), new Date(), new Date())
    const waitedMs = await (await create.elementHandle())?.evaluate(clickAndWait)
    if (round > 0) creations.push({ waitedMs: waitedMs ?? Number.NaN, polls })
  }
  page.off('request', count)
  return creations
}

/** Runs in the page. */
async function clickAndWait(button: Node): Promise<number> {
  const root = button.getRootNode() as ShadowRoot
  const done = () => root.querySelectorAll('.kc-done').length
  const before = done()
  const start = performance.now()
  while ((button as HTMLButtonElement).disabled) await new Promise(requestAnimationFrame)
  ;(button as HTMLButtonElement).click()
  while (done() === before) await new Promise(requestAnimationFrame)
  return performance.now() - start
}

/** Reads the times from the rows of the stopped server, in the order of the requests. */
async function neededBy(dataFolder: string): Promise<Record<string, number[]>> {
  const { db, close } = await openDatabase({ ...readConfig({}), dataFolder })
  const rows = await db
    .selectFrom('server_functions')
    .select(['name', 'created_at', 'finished_at'])
    .orderBy('created_at')
    .execute()
  await close()
  const needed: Record<string, number[]> = {}
  for (const { name, created_at, finished_at } of rows)
    (needed[name] ??= []).push(Number(finished_at) - Number(created_at))
  return needed
}

/**
 * Counts the polls before the letter is there, by their rule: the first at once, each further one a step later than
 * before.
 */
function pollsBefore(neededMs: number): number {
  let polls = 0
  for (let at = 0; at < neededMs; at += polls * stepMs) polls += 1
  return polls
}

function compare(name: string, creations: readonly Creation[], [, ...needed]: readonly number[]): Measurement[] {
  const letter = median(needed)
  const waited = median(creations.map(({ waitedMs }) => waitedMs))
  const polls = Math.max(...creations.map((one) => one.polls))
  const least = Math.max(...needed.map(pollsBefore))
  return [
    {
      name: `from Erstellen to fertig, ${name}`,
      ours: ms(waited),
      floor: ms(letter),
      ratio: times(waited / letter),
      limit: `≤ letter + ${ms(stepMs)}`,
      kept: waited <= letter + stepMs
    },
    {
      name: `polls until fertig, ${name}`,
      ours: String(polls),
      floor: String(least),
      ratio: times(polls / least),
      limit: '≤ one more',
      kept: polls <= least + 1
    }
  ]
}
