import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect } from 'vitest'
import { test as serverTest } from '../../../testing/server/fixtures.ts'
import { readConfig } from '../platform/config/config.ts'
import { demoEvents, addDays } from './events.ts'

const test = serverTest.extend('overrides', { scope: 'file' }, () => ({
  config: readConfig({ DEMO: 'true', TRUST_PROXY: 'loopback' })
}))

const paths = ['accounts.json', 'courses.json', 'mails.json', 'mail-count.json', 'session'] as const

test('the demo answers to loopback names alone, and to no proxy that names itself', async ({ server }) => {
  const statusOf = async (path: string, host: string, headers: Readonly<Record<string, string>> = {}) => {
    const method = path === 'session' ? 'POST' : 'GET'
    const sent = request(`${server.url}/demo/${path}`, { method, headers: { ...headers, host } }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:1', '[::1]', '[::1]:3000'])
    expect([host, await statusOf('accounts.json', host)]).toEqual([host, 200])
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    expect([name, await statusOf('accounts.json', 'localhost', { [name]: '127.0.0.1' })]).toEqual([name, 404])
  const forged = { 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1', forwarded: 'host=localhost' }
  for (const path of paths)
    for (const host of ['demo.example:3000', 'localhost.demo.example', '127.0.0.1.demo.example', '192.168.0.7:3000'])
      expect([path, host, await statusOf(path, host, forged)]).toEqual([path, host, 404])
})

const holidays = /-(?:01-01|01-06|05-01|08-15|10-26|11-01|12-08|12-25|12-26)$/

test('on whichever day the demo is made, no event is on a public holiday or at a weekend', () => {
  const free = Array.from({ length: 366 }, (_, index) => addDays('2026-01-01', index))
    .flatMap(demoEvents)
    .flatMap(({ from, days }) => Array.from({ length: days }, (_, index) => addDays(from, index)))
    .filter((day) => holidays.test(day) || [0, 6].includes(new Date(day).getUTCDay()))
  expect(free).toEqual([])
})
