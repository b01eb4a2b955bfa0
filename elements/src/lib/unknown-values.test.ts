import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { create, jobFinished, openConfirmations, result, state } from '../../testing/confirmations.ts'
import { fieldDescriptor } from '../../testing/field-descriptor.ts'
import { mountLoggedIn, success } from '../../testing/mock-backend.ts'
import type { CustomerCenterElement } from '../types/elements.ts'

function recordWarnings() {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'table').mockImplementation(() => undefined)
  return () => warnings.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('do not know'))
}

const warning = (name: string) => `The backend sends the ${name}, which the elements do not know. (CC-ANSWERS)`

const checked = async (element: Element) => {
  const lines = await (element as CustomerCenterElement).check()
  return lines.find(({ name }) => name === 'answers')
}

test('states of bookings and constants of field lists that nobody knows are named once in the console, and by check()', async () => {
  const warned = recordWarnings()
  const participants = ['ruht', 'ruht', 'booked', null].map((one) => ({ caption: 'Eva Maier', state: one }))
  location.hash = '#/orders'
  const { element } = await mountLoggedIn(
    'admin',
    { fieldCodes: { KND_PLZ: false, 'customer.street': 'X_STRASSE' } },
    {
      'GET /api/eventmanager/ordersbysubscriber': success([{ no: 1, events: [{ caption: 'Lohn', participants }] }]),
      'GET /api/customer': success({ KND_ORT: 'Wien' }),
      'GET /api/webshop/customerfields': success(
        ['KND_ORT', 'KND_PLZ', 'X_STRASSE', 'KND_PVAID', 'KND_STERN'].map((one) => fieldDescriptor(one, one))
      ),
      'GET /api/webshop/getPossibleValues': success({})
    }
  )
  await expect.element(page.getByRole('heading', { name: 'Lohn' })).toBeVisible()
  location.hash = '#/mydata/companydata'
  await expect.element(page.getByRole('textbox', { name: 'KND_ORT' })).toBeVisible()
  const names = ['state of a booking "ruht"', 'constant of a field list "KND_STERN"']
  await expect.poll(warned).toEqual(names.map(warning))
  const line = await checked(element)
  expect(line).toMatchObject({
    state: 'failed',
    reference: 'CC-ANSWERS',
    finding: `nobody knows the ${names.join(', the ')}`
  })
})

test('a state of a job that nobody knows is named, and the job is polled again', async () => {
  const warned = recordWarnings()
  await openConfirmations('participation', { [result]: [success({ jobId: '7', status: 9 }), jobFinished] })
  await page.getByRole('combobox', { name: 'Event' }).selectOptions('Arbeitsrecht, 02.03.2026')
  await create.click()
  await expect.element(state('fertig')).toBeVisible()
  expect(warned()).toEqual([warning('state of a job 9')])
})

test.each([
  ['KND_PLZZ', 'KND_PLZ'],
  ['KND_STRASE', 'KND_STRASSE'],
  ['KND_ROT', 'KND_ORT'],
  ['KMD_ORT', 'KND_ORT'],
  ['KND-Land ', 'KND_LAND']
])('of the constant %s of a field list the console says that %s may be meant', async (constant, meant) => {
  const warned = recordWarnings()
  history.replaceState(null, '', '#/mydata/companydata')
  await mountLoggedIn(
    'admin',
    {},
    {
      'GET /api/customer': success({ KND_ORT: 'Wien' }),
      'GET /api/webshop/customerfields': success([constant, 'KND_ORT'].map((one) => fieldDescriptor(one, one))),
      'GET /api/webshop/getPossibleValues': success({})
    }
  )
  await expect.element(page.getByRole('textbox', { name: 'KND_ORT' })).toBeVisible()
  await expect
    .poll(warned)
    .toEqual([warning(`constant of a field list ${JSON.stringify(constant)} (meant as "${meant}"?)`)])
})
