import { expect, test } from './test.ts'

test('on an iPhone a script is requested with the first tap and opened with the second', async ({ customer }) => {
  await customer.logIn()
  await customer.goTo('Skripte')
  expect(await customer.valueOf('button', 'Download')).toBeNull()
  await customer.press('Anfordern')
  await customer.press('Öffnen')
  await customer.looksAtDocument()
})

test('on an iPhone an hour record is made and opened', async ({ customer }) => {
  await customer.logIn()
  await customer.goTo('Bestätigungen', 'Stundennachweis')
  await customer.press('Erstellen')
  await customer.sees('.kc-badge', 'fertig')
  await customer.press('Öffnen')
  await customer.looksAtDocument()
})
