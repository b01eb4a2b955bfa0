import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readConfig } from './platform/config/config.ts'
import { test as serverTest } from './testing/fixtures.ts'

const file = join(mkdtempSync(join(tmpdir(), 'customer-center-links-')), 'shops.json')
writeFileSync(file, JSON.stringify({ shops: { sued: { company: 1 }, nord: { company: 2 }, west: { company: 1 } } }))
const config = readConfig({ CONFIG_FILE: file, PUBLIC_URL: 'https://center.example' })
const asBrowser = { headers: { accept: 'text/html' } }

const test = serverTest.extend('overrides', { scope: 'file' }, { config: { ...config, port: 0 } })

test('the path of a shop opens no address of a calendar or ZIP file of another company, answers as for none, and leaves it to its own', async ({
  server,
  seed,
  own,
  twin,
  headersOf
}) => {
  expect(twin.company).toBe(2)
  const shop = (name: 'sued' | 'nord' | 'west') => `${server.url}/shops/${name}`
  await seed.addEvent(1, '2026-01-01')
  await seed.addParticipation(own.users.admin, 1)
  await seed.addScript(1)
  const headers = { ...(await headersOf(own.users.admin)), 'content-type': 'application/json' }
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
