import { expect } from 'vitest'
import { documentJobsOf, test as documentJobTest } from '../../../../testing/server/document-job-fixtures.ts'
import { confirmation } from '../../../../testing/server/document-requests.ts'
import { pagesOf, withoutPoppler } from '../../../../testing/server/pdf.ts'
import { readPage, visitor } from '../../../../testing/server/verification.ts'
import { noOwnFolder } from '../../platform/config/own-folder.ts'

const test = documentJobTest.extend(
  'settings',
  { scope: 'file' },
  {
    trustProxy: ['127.0.0.1'],
    shops: [
      { appKey: 'sued', providerId: 1, page: {}, own: noOwnFolder },
      { appKey: 'nord', providerId: 2, page: {}, own: noOwnFolder },
      { appKey: 'west', providerId: 1, page: {}, own: noOwnFolder }
    ]
  }
)

test.skipIf(withoutPoppler)(
  'a letter names the page of its shop, where it is genuine, and is unknown in another shop',
  async ({ booked, documentJobs, own, server, work }) => {
    await work()
    const { contact } = own.shopUsers
    const pdf = await documentJobs.made(contact, 'StandardLetter', confirmation(booked.first))
    const [text = ''] = pagesOf(pdf)
    expect(text.replace(/\s+/g, '')).toContain('center.example/shops/sued/verify')
    const number = /\b(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}\b/.exec(text)?.[0] ?? ''
    for (const [path, result] of [
      ['/shops/sued/verify', 'Echt'],
      ['/shops/nord/verify', 'Unbekannt']
    ] as const) {
      const init = { method: 'POST', headers: visitor() }
      const byNumber = await fetch(server.url + path, { ...init, body: new URLSearchParams({ number }) })
      expect([path, (await readPage(byNumber)).result]).toEqual([path, result])
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'Bestätigung.pdf')
      expect([path, (await readPage(await fetch(`${server.url}${path}/file`, { ...init, body }))).result]).toEqual([
        path,
        result
      ])
    }
  }
)

test.skipIf(withoutPoppler)(
  'a letter names the page of the shop in which it was asked for, of two that a company has',
  async ({ booked, own, server, work }) => {
    await work()
    const { contact } = own.shopUsers
    for (const name of ['west', 'sued']) {
      const inShop = documentJobsOf(`${server.url}/shops/${name}`, server.headersOf)
      const request = [contact, 'StandardLetter', confirmation(booked.second)] as const
      const job = await inShop.started(...request)
      const [text = ''] = pagesOf(await inShop.file(contact, job))
      expect(text.replace(/\s+/g, '')).toContain(`center.example/shops/${name}/verify`)
      expect(await inShop.started(...request), 'asked for again').toBe(job)
    }
  }
)
