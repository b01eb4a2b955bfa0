import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import { create, inPeriod, openConfirmations } from '../../testing/confirmations.ts'
import { type FakeTimers, installFakeTimers } from '../../testing/fake-timers.ts'

const field = (name: string) => page.getByRole('textbox', { name })
const error = page.getByRole('alert')
const noDate = 'Dieses Datum gibt es nicht.'

async function opened() {
  const clock = installFakeTimers()
  const { backend, element } = await openConfirmations('education')
  await expect.element(create).toBeEnabled()
  const asked = async () => (await backend.requests(inPeriod)).map(({ query }) => `${query['from']}-${query['to']}`)
  return { clock, asked, element }
}

/** Types over the field's text, key by key. */
async function type(name: string, keys: string) {
  await field(name).click()
  ;(field(name).element() as HTMLInputElement).select()
  await userEvent.keyboard(keys)
}

const leave = () => page.getByRole('heading', { level: 1 }).click()

async function settle(clock: FakeTimers) {
  await expect.poll(clock.pending).toEqual([500])
  clock.advance(500)
}

test.each(['1.2.2026', '01.02.2026', '1,2,2026', '1-2-2026', '1/2/2026', '01022026', '1.2.26', '010226', '2026-02-01'])(
  'the keys %s are the first of February 2026, and nothing else is requested on the way there',
  async (keys) => {
    const { clock, asked } = await opened()
    await type('Von', keys)
    await leave()
    await expect.element(field('Von')).toHaveValue('01.02.2026')
    await settle(clock)
    await expect.poll(asked).toEqual(['01.01.2026-20.11.2026', '01.02.2026-20.11.2026'])
    await expect.element(error).not.toBeInTheDocument()
  }
)

test.each(['31.02.2026', '.11.2026', '29.02.2027', '1.2', '01.01.202', 'morgen'])(
  '%s is no date: it stays as it was typed, is an error when the field is left, and nothing is made or requested for it',
  async (keys) => {
    const { clock, asked, element } = await opened()
    await type('Von', keys)
    await expect.element(create).toBeDisabled()
    await expect.element(error).not.toBeInTheDocument()
    await leave()
    await expect.element(field('Von')).toHaveValue(keys)
    await expect.element(error).toMatchTextContent(noDate)
    await settle(clock)
    await expect.element(field('Von')).toHaveValue(keys)
    await expect.element(field('Von')).toHaveAccessibleDescription(new RegExp(noDate))
    expect(error.elements()).toHaveLength(1)
    await expect.element(create).toBeDisabled()
    expect(await asked()).toEqual(['01.01.2026-20.11.2026'])
    expect(await axeViolations(element)).toEqual([])
    await type('Von', '28.02.2026')
    await expect.element(error).not.toBeInTheDocument()
    await settle(clock)
    await expect.element(create).toBeEnabled()
    expect((await asked()).at(-1)).toBe('28.02.2026-20.11.2026')
  }
)

test('Enter on what is no date makes nothing and says so', async () => {
  await opened()
  await type('Bis', '31.02.2026{Enter}')
  await expect.element(error).toMatchTextContent(noDate)
  await expect.element(create).toBeDisabled()
})

test('a year before any event is reported as too early', async () => {
  const { clock, asked } = await opened()
  await type('Von', '01.01.1999')
  await settle(clock)
  await expect.element(error).toMatchTextContent('Bitte geben Sie ein Datum ab 01.01.2000 ein.')
  await expect.element(create).toBeDisabled()
  expect(await asked()).toEqual(['01.01.2026-20.11.2026'])
})

test('a day that is chosen in the calendar replaces what was typed, and the focus returns to its button', async () => {
  const { element } = await opened()
  await type('Bis', '31.02.2026')
  const calendar = page.getByRole('button', { name: 'Kalender: Bis' })
  await calendar.click()
  await page.getByRole('button', { name: /15\. November 2026/ }).click()
  await expect.element(field('Bis')).toHaveValue('15.11.2026')
  await expect.element(error).not.toBeInTheDocument()
  await expect.poll(() => element.shadowRoot?.activeElement).toBe(calendar.element())
})
