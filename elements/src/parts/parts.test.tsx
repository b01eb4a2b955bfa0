import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../testing/axe.ts'
import { render } from '../../testing/render.tsx'
import { Button } from './button.tsx'
import { EmailText } from './email-text.tsx'
import { CheckField } from './fields/check-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { Group } from './group.tsx'
import { DataTable } from './lists/data-table.tsx'
import { EmptyState } from './lists/empty-state.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Notice } from './notice.tsx'
import { Tiles } from './tiles.tsx'

const parts = (
  <>
    <Button kind="primary">Speichern</Button>
    <Button disabled>Abbrechen</Button>
    <Button busy>Öffnen</Button>
    <TextField label="Benutzername" hint="Ihre E-Mail-Adresse" error="ungültige E-Mail Adresse" required />
    <Notice tone="warning">keine Berechtigung</Notice>
    <LoadFailed message="Die Skripte konnten nicht geladen werden." reason="Überlastet." onRetry={() => {}} />
    <EmptyState message="Keine Skripte verfügbar." />
    <Tiles
      lines={false}
      label="Übersicht"
      tiles={[
        {
          href: '#/confirmations/participation',
          path: 'confirmations/participation',
          label: 'Teilnahmebestätigung',
          image: '/assets/images.svg#confirmations-big'
        }
      ]}
    />
    <Group heading="Skripte" level={2} count={3} defaultExpanded>
      <p>Inhalt</p>
    </Group>
    <DataTable
      caption="Rechnungen"
      columns={[{ id: 'no', header: 'Rechnungsnummer', cell: (no: string) => no }]}
      rows={['4711', '4712']}
      keyOf={(no) => no}
    />
  </>
)

test.each(['light', 'dark'])('axe finds nothing on any part: %s', async (scheme) => {
  const { host } = render(parts)
  host.style.colorScheme = scheme
  await expect.element(page.getByRole('table', { name: 'Rechnungen' })).toBeVisible()
  expect(await axeViolations(host)).toEqual([])
})

test('axe looks at a button that has just become usable, not at the colours on its way', async () => {
  const { host } = render(<Button kind="primary">Erstellen</Button>)
  await expect.element(page.getByRole('button')).toBeVisible()
  page
    .getByRole('button')
    .element()
    .animate({ backgroundColor: ['#ccc', '#ccc'] }, 1000)
  expect(await axeViolations(host)).toEqual([])
})

test('the host page’s inherited styles end at the element', async () => {
  const { host } = render(<p>Text</p>)
  Object.assign(host.style, { letterSpacing: '9px', textTransform: 'uppercase', lineHeight: '4', colorScheme: 'dark' })
  const text = page.getByText('Text')
  await expect.element(text).toHaveStyle({ letterSpacing: 'normal', textTransform: 'none', colorScheme: 'dark' })
})

test('a page sets a colour and a font from outside', async () => {
  const { host } = render(<Button kind="primary">Speichern</Button>)
  host.style.setProperty('--kc-accent', 'rgb(120, 20, 60)')
  host.style.setProperty('--kc-font', 'monospace')
  const button = page.getByRole('button', { name: 'Speichern' })
  await expect.element(button).toHaveStyle({ backgroundColor: 'rgb(120, 20, 60)', fontFamily: 'monospace' })
})

test('a checkbox in the dark has the colours of the theme, not of the browser', async () => {
  const { host } = render(
    <>
      <TextField label="Vorname" />
      <CheckField label="Newsletter" />
      <CheckField label="Aktiv" defaultChecked />
    </>
  )
  host.style.colorScheme = 'dark'
  const other = page.getByRole('textbox')
  await expect.element(other).toBeVisible()
  const empty = page.getByRole('checkbox', { name: 'Newsletter' })
  await expect.element(empty).toHaveStyle({ appearance: 'none', backgroundColor: 'rgba(0, 0, 0, 0)' })
  // Borders take a moment to change their colour.
  const borders = () => [empty, other].map((one) => getComputedStyle(one.element()).borderColor)
  await expect.poll(() => new Set(borders()).size).toBe(1)
  await expect.element(page.getByRole('checkbox', { name: 'Aktiv' })).toHaveStyle({ accentColor: 'rgb(132, 205, 216)' })
})

test('a table in a narrow column is still a table to those who hear it', async () => {
  const { host } = render(parts)
  host.style.inlineSize = '390px'
  await expect.element(page.getByRole('cell', { name: '4711' })).toBeVisible()
  expect(page.getByRole('row').all()).toHaveLength(3)
  expect(page.getByRole('columnheader', { name: 'Rechnungsnummer' }).all()).toHaveLength(1)
})

test('no part is wider than the column that a page of 320 px leaves', async () => {
  const { host } = render(parts)
  host.style.inlineSize = '272px'
  await expect.element(page.getByRole('table')).toBeInTheDocument()
  expect(host.scrollWidth).toBeLessThanOrEqual(272)
})

test.each(['100%', '200%'])('the sign of a message is beside its first line, with text of %s', async (size) => {
  const { host, root } = render(
    <>
      <Notice tone="warning">keine Berechtigung</Notice>
      <LoadFailed message="Die Skripte konnten nicht geladen werden." onRetry={() => {}} />
    </>
  )
  host.style.fontSize = size
  await expect.element(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
  const offsets = [...root.querySelectorAll('.kc-notice > div:first-child')].map((box) => {
    const range = document.createRange()
    range.selectNode(document.createTreeWalker(box, NodeFilter.SHOW_TEXT).nextNode()!)
    const [line] = range.getClientRects()
    const { top, bottom, content } = getComputedStyle(box, '::before')
    expect(content).toContain('!')
    const sign = (Number.parseFloat(top) + box.clientHeight - Number.parseFloat(bottom)) / 2
    return Math.abs(sign - (line!.top + line!.bottom) / 2 + box.getBoundingClientRect().top)
  })
  expect(offsets).toHaveLength(2)
  expect(Math.max(...offsets)).toBeLessThan(Number.parseFloat(getComputedStyle(host).fontSize) / 10)
})

test.each(['900px', '390px'])('the last row of a table has its rule, too, at %s', async (width) => {
  const { host, root } = render(parts)
  host.style.inlineSize = width
  await expect.element(page.getByRole('cell', { name: '4712' })).toBeVisible()
  const rows = [...root.querySelectorAll('tbody tr')]
  const rules = rows.map((row) => [row, ...row.children].map((one) => getComputedStyle(one).borderBlockEndWidth))
  expect(rules.map((widths) => widths.includes('1px'))).toEqual([true, true])
})

test('a group toggles by keyboard and builds what is inside with the first opening', async () => {
  const { root } = render(
    <Group heading="Skripte">
      <p>Inhalt</p>
    </Group>
  )
  const button = page.getByRole('button', { name: 'Skripte' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  expect(root.textContent).not.toContain('Inhalt')
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByText('Inhalt')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Inhalt')).not.toBeVisible()
})

test('a field describes itself by its hint and its error, and marks a required label', async () => {
  render(parts)
  const input = page.getByRole('textbox', { name: 'Benutzername *' })
  await expect.element(input).toHaveAccessibleDescription('Ihre E-Mail-Adresse ungültige E-Mail Adresse')
  await expect.element(input).toBeInvalid()
})

test('a busy button keeps the focus and takes no clicks', async () => {
  let clicks = 0
  const { root } = render(
    <Button busy onClick={() => (clicks += 1)}>
      Öffnen
    </Button>
  )
  const button = page.getByRole('button', { name: 'Öffnen' })
  await userEvent.click(button, { force: true })
  expect(root.activeElement?.textContent).toBe('Öffnen')
  expect(clicks).toBe(0)
})

test('a line too narrow for an address or the days of an event takes each whole to the next one', async () => {
  const { root } = render(
    <p style={{ inlineSize: 230 }}>
      <EmailText>Zum Event am 06.08.2026 – 07.08.2026 gespeichert: robin.aschauer@brenner-kollegen.example</EmailText>
    </p>
  )
  const shown = page.getByText('Zum Event', { exact: false })
  await expect.element(shown).toBeVisible()
  const lineOf = new Map<number, string>()
  const texts = document.createTreeWalker(root.querySelector('p')!, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const [index, sign] of node.nodeValue!.split('').entries()) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      // The space at the end of a line has no place.
      for (const { top } of range.getClientRects()) lineOf.set(top, (lineOf.get(top) ?? '') + sign)
    }
  expect([...lineOf.values()].map((line) => line.trim())).toEqual([
    'Zum Event am',
    '06.08.2026 – 07.08.2026',
    'gespeichert:',
    'robin.aschauer@',
    'brenner-kollegen.example'
  ])
})
