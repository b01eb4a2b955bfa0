import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { render } from '../../../testing/render.tsx'
import { Button } from '../button.tsx'
import { useAlert } from './alert-dialog.tsx'

const answers: boolean[] = []

function Asker() {
  const { confirm } = useAlert()
  return <Button onClick={() => void confirm('Seite verlassen?').then((answer) => answers.push(answer))}>Weiter</Button>
}

async function ask() {
  answers.length = 0
  const rendered = render(<Asker />)
  await page.getByRole('button', { name: 'Weiter' }).click()
  return rendered
}

const dialog = page.getByRole('alertdialog')

test('a question is a modal alert dialog with its sentence as the title, without violations that axe finds', async () => {
  const { host } = await ask()
  await expect.element(dialog).toHaveAccessibleName('Seite verlassen?')
  await expect.element(page.getByRole('heading', { name: 'Seite verlassen?' })).toBeVisible()
  expect(await axeViolations(host)).toEqual([])
})

test.each([
  ['OK', true],
  ['Abbrechen', false]
])('a question is answered by %s', async (name, answer) => {
  await ask()
  await page.getByRole('button', { name }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(answers).toEqual([answer])
})

test('Escape answers no and gives the focus back to the button that asked', async () => {
  const { root } = await ask()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(answers).toEqual([false])
  expect(root.activeElement?.textContent).toBe('Weiter')
})

test('Tab stays inside the dialog', async () => {
  const { root } = await ask()
  await expect.element(dialog).toBeVisible()
  for (let step = 0; step < 4; step += 1) {
    await userEvent.keyboard('{Tab}')
    expect(root.activeElement?.textContent ?? '').not.toBe('Weiter')
  }
})

test('messages wait for each other', async () => {
  const { alerts } = render(<p>Seite</p>)
  const closed: string[] = []
  void alerts.alert('Erste Meldung').then(() => closed.push('first'))
  void alerts.alert('Zweite Meldung').then(() => closed.push('second'))
  await expect.element(dialog).toHaveAccessibleDescription('Erste Meldung')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(dialog).toHaveAccessibleDescription('Zweite Meldung')
  expect(closed).toEqual(['first'])
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(closed).toEqual(['first', 'second'])
})
