import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { expect } from 'vitest'
import { test as serverTest } from '../../testing/server/fixtures.ts'
import { sharedFolder } from '../../testing/server/new-folder.ts'
import { seedRows } from '../../testing/server/seed.ts'
import { readConfig } from './platform/config/config.ts'

const file = join(sharedFolder(), 'shops.json')
writeFileSync(
  file,
  JSON.stringify({ shops: { sued: { providerId: 1 }, nord: { providerId: 2 }, west: { providerId: 1 } } })
)
const config = readConfig({ CONFIG_FILE: file, PUBLIC_URL: 'https://center.example' })
const asBrowser = { headers: { accept: 'text/html' } }

const test = serverTest.extend('overrides', { scope: 'file' }, { config: { ...config, port: 0 } })

test('the path of a shop opens nothing of another company', async ({ server, seed, own, twin }) => {
  expect(twin.providerId).toBe(2)
  const shop = (name: 'sued' | 'nord' | 'west') => `${server.url}/shops/${name}`
  await seed.addEvent(1, '2026-01-01')
  await seed.addParticipation(own.shopUsers.admin, 1)
  await seed.addScript(1)
  const headers = { ...(await server.headersOf(own.shopUsers.admin)), 'content-type': 'application/json' }
  const send = async (path: string, data: object) => {
    const answer = await fetch(`${shop('sued')}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data })
    })
    const { responseData } = (await answer.json()) as { responseData: { url: string } }
    return responseData.url.replace('..', '')
  }
  const list = await fetch(`${shop('sued')}/api/eventmanager/documentsbysubscriber`, { headers })
  const { responseData } = (await list.json()) as { responseData: { scripts: { documentHash: string }[] }[] }
  const documentKeys = responseData.flatMap(({ scripts }) => scripts.map(({ documentHash }) => documentHash))
  const paths = [await send('/calendar/feed/renew', {}), await send('/dms/zip', { name: 'Skripte', documentKeys })]
  const seen = async (url: string) => {
    const answer = await fetch(url, asBrowser)
    return [answer.status, await answer.text()]
  }
  for (const path of paths) {
    const none = path.replace(/[\w-]{43}/, 'A'.repeat(43))
    const foreign = await seen(shop('nord') + path)
    expect(foreign).toEqual(await seen(shop('nord') + none))
    expect(foreign[0]).toBe(404)
    expect((await seen(shop('west') + path))[0], 'another shop of the company').toBe(200)
  }
})

test('an entry of a calendar leads to the page of its shop', async ({ server, db, newCustomer }) => {
  const entryOf = async (providerId: number) => {
    const { admin } = (await newCustomer(providerId)).shopUsers
    const rows = seedRows(db, providerId)
    await rows.addEvent(9, '2099-01-01')
    await rows.addParticipation(admin, 9)
    const { data } = await server.save(admin, ['POST', '/calendar/feed/renew'], {})
    const answer = await fetch(new URL(String(data?.['url']), `${server.url}/api/`))
    const entries = new ICAL.Component(ICAL.parse(await answer.text())).getAllSubcomponents('vevent')
    return entries.map((entry) => entry.getFirstPropertyValue('description'))
  }
  expect(await entryOf(2)).toEqual(['Skripte: https://center.example/shops/nord#/scripts'])
  expect(await entryOf(3)).toEqual([null])
})
