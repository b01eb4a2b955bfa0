import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { installFakeTimers, type FakeTimers } from '../testing/fake-timers.ts'
import { create, inPeriod, openConfirmations } from '../testing/confirmations.ts'

const field = (name: string) => page.getByRole('group', { name })
const part = (name: string, of: string) => field(name).getByRole('spinbutton', { name: new RegExp(of) })
const error = page.getByRole('alert')

async function opened() {
  const clock = installFakeTimers()
  const { backend } = await openConfirmations('education')
  await expect.element(create).toBeEnabled()
  const asked = async () => (await backend.requests(inPeriod)).map(({ query }) => `${query['from']}-${query['to']}`)
  return { clock, asked }
}

/** Types over a date from its day on, as on a keyboard without another look at the field. */
async function type(name: string, keys: string) {
  await part(name, 'Tag').click()
  await userEvent.keyboard(keys)
}

async function settle(clock: FakeTimers) {
  await expect.poll(clock.pending).toEqual([500])
  clock.advance(500)
}

test.each(['1.2.2026', '01.02.2026', '1,2,2026', '1-2-2026', '1/2/2026', '01022026', '1.2.26', '010226'])(
  'the keys %s are the first of February 2026, and nothing else is requested on the way there',
  async (keys) => {
    const { clock, asked } = await opened()
    await type('Von', keys)
    await part('Bis', 'Tag').click()
    await expect.element(field('Von')).toHaveTextContent('01.02.2026')
    await settle(clock)
    await expect.poll(asked).toEqual(['01.01.2026-20.11.2026', '01.02.2026-20.11.2026'])
    await expect.element(error).not.toBeInTheDocument()
  }
)

test('what is typed goes to the part with the focus, though Firefox still names the part before', async () => {
  await opened()
  await part('Von', 'Tag').click()
  const day = part('Von', 'Tag').element()
  const target = Object.getOwnPropertyDescriptor(Event.prototype, 'target')!
  Object.defineProperty(InputEvent.prototype, 'target', {
    configurable: true,
    get(this: InputEvent) {
      return this.isTrusted ? day : (target.get!.call(this) as EventTarget)
    }
  })
  onTestFinished(() => void Reflect.deleteProperty(InputEvent.prototype, 'target'))
  await userEvent.keyboard('05032025')
  await expect.element(field('Von')).toHaveTextContent('05.03.2025')
})

test('a separator after two digits or after the year does not move on', async () => {
  await opened()
  await type('Bis', '12.')
  await expect.element(part('Bis', 'Monat')).toHaveAttribute('data-focused')
  await userEvent.keyboard('10.2025.')
  await expect.element(field('Bis')).toHaveTextContent('12.10.2025')
  await expect.element(part('Bis', 'Jahr')).toHaveAttribute('data-focused')
})

test('nothing is requested for a year that is still being typed, however long that takes', async () => {
  const { clock } = await opened()
  await part('Von', 'Jahr').click()
  for (const year of ['2', '20', '202']) {
    await userEvent.keyboard(year.slice(-1))
    await expect.element(field('Von')).toHaveTextContent(new RegExp(`01\\.01\\.${year}$`))
    expect(clock.pending()).toEqual([])
  }
})

test.each(['2', '202', '1999'])('the year %s is reported as too early, and nothing is requested', async (year) => {
  const { clock, asked } = await opened()
  await part('Von', 'Jahr').click()
  await userEvent.keyboard(year)
  await part('Bis', 'Tag').click()
  await settle(clock)
  await expect.element(error).toHaveTextContent('Bitte geben Sie ein Datum ab 01.01.2000 ein.')
  await expect.element(field('Von')).toHaveTextContent(`01.01.${year}`)
  await expect.element(create).toBeDisabled()
  expect(await asked()).toEqual(['01.01.2026-20.11.2026'])
})

test('a year that is begun and deleted leaves the date as it was', async () => {
  const { clock } = await opened()
  await part('Von', 'Jahr').click()
  await userEvent.keyboard('2')
  await expect.element(field('Von')).toHaveTextContent(/01\.01\.2$/)
  await userEvent.keyboard('{Backspace}')
  await expect.element(field('Von')).not.toHaveTextContent(/01\.01\.2/)
  await part('Bis', 'Tag').click()
  await expect.element(field('Von')).toHaveTextContent('01.01.2026')
  expect(clock.pending()).toEqual([])
})

test.each(['1.2.2026', '01.02.26', '2026-02-01', ' 1. 2. 2026 '])('%s is pasted as a whole', async (text) => {
  await opened()
  await part('Von', 'Tag').click()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true })
  part('Von', 'Tag').element().dispatchEvent(paste)
  await expect.element(field('Von')).toHaveTextContent('01.02.2026')
})
