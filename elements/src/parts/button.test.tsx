import { expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { Button } from './button.tsx'

test('long words of headings and buttons break where large text leaves them no room', async () => {
  const { host } = render(
    <>
      <h2>Rechnungsadressenverwaltung</h2>
      <Button>Neue Rechnungsadressenverwaltung</Button>
    </>
  )
  host.style.cssText = 'inline-size: 300px; --kc-font-size: 32px'
  await expect.poll(() => host.shadowRoot?.querySelector('button')).not.toBeNull()
  expect(host.scrollWidth).toBe(300)
  for (const one of host.shadowRoot?.querySelectorAll('h2, button') ?? []) {
    one.setAttribute('style', 'inline-size: min-content')
    expect(one.getBoundingClientRect().width).toBeLessThan(300)
  }
})

test('the spinner of a busy word does not move the word', async () => {
  const placeOf = async (busy: boolean) => {
    const { host } = render(
      <Button kind="plain" busy={busy}>
        <span>Für alle 4 Teilnehmer</span>
      </Button>
    )
    host.style.cssText = 'display: block; inline-size: 300px; padding-inline-start: 40px'
    await expect.poll(() => host.shadowRoot?.querySelector('button span')).not.toBeNull()
    const left = host.shadowRoot!.querySelector('button span')!.getBoundingClientRect().left
    host.remove()
    return left
  }
  expect(await placeOf(true)).toBe(await placeOf(false))
})
