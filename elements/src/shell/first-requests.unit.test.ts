import { expect, onTestFinished, test, vi } from 'vitest'
import { listEventDocuments } from '@customer-center/contract/document'
import { listInvoices } from '@customer-center/contract/invoice'
import { listOrders } from '@customer-center/contract/order'
import { getCurrentShopUser } from '@customer-center/contract/shop-user'
import { asProfile } from '../client/profile.ts'
import { contractFormat, resFields } from '../client/wire-format.ts'
import { prefetchPath } from './first-paint/boot-requests.ts'
import { listPaths } from './screen-chunks.ts'

test('the lists that are requested before the contract is loaded are calls of the contract', () => {
  const calls = { scripts: listEventDocuments, orders: listOrders, invoices: listInvoices }
  const paths = Object.entries(calls).map(([screen, { method, path }]) => [screen, `${method} ${path}`])
  expect(Object.entries(listPaths).map(([screen, path]) => [screen, `GET /${path}`])).toEqual(paths)
})

test('the profile that the loader requests is that of the contract, with all its fields', async () => {
  const asked = vi.fn<typeof fetch>(() => Promise.reject(new Error('offline')))
  vi.stubGlobal('fetch', asked)
  onTestFinished(() => void vi.unstubAllGlobals())
  const config = { apiUrl: 'https://api.example/', apiVersion: '1' }
  const json = { url: new URL(config.apiUrl), json: Promise.resolve(config) }
  await prefetchPath(json, 'token', new AbortController().signal)
  const query = new URLSearchParams({ RES_FIELDS: resFields(contractFormat, asProfile.as.map, asProfile.fields) })
  expect(asked.mock.calls.map(([url]) => url)).toEqual([`https://api.example${getCurrentShopUser.path}?${query}`])
})
