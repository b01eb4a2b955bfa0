import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  create,
  evaluationList,
  event,
  inPeriod,
  openConfirmations,
  participationLetter,
  result,
  startedFunctions,
  start,
  state,
  hourRecordLetter,
  visited
} from '../../testing/confirmations.ts'
import { contact, contactFieldDescriptors, list } from '../../testing/contacts.ts'
import { mockBackend, success, user } from '../../testing/mock-backend.ts'
import { watchTabs } from '../../testing/tabs.ts'

const keys = { ASP_FIRMA: 'F1', ASP_ID: 'K-1', ASP_PVAID: 'P-1', ASP_KONTAKTFIRMA: 'F1', ASP_KONTAKTID: 'A-1' }
const anna = contact(1, 'Anna', 'Huber', { ...keys, ASP_SHOPEMAIL: 'anna@example.at' })
const eventRow = { ...event(1, 'Arbeitsrecht'), VER_ID: 'V-11', VER_LFDNR: '01', VER_TEILNEHMERID: 'T-911' }
const texts = {
  [list]: success([anna]),
  [visited]: success([eventRow]),
  [inPeriod]: success([eventRow]),
  [participationLetter]: success({ letterNo: 'L-47' }),
  [hourRecordLetter]: success({ letterNo: 'L-48' }),
  [start]: success({ jobId: 7 }),
  [evaluationList]: success([{ AUS_FIRMA: 'F2', AUS_ID: 'E1', AUS_BEZEICHNUNG: 'Kosten' }])
}

test('an evaluation whose id is a text is offered, and run under it', async () => {
  watchTabs()
  const opened = { config: { routeRights: { 'confirmations/evaluation': ['admin'] } } }
  const { backend } = await openConfirmations('evaluation', texts, opened)
  await page.getByRole('button', { name: 'Öffnen' }).click()
  await expect
    .poll(async () => (await startedFunctions(backend))[0]?.parameter.slice(0, 2))
    .toEqual(['interfaceId=E1', 'company=F2'])
})

test('a confirmation for ids that are texts asks with them as they came', async () => {
  const { backend } = await openConfirmations('participation', texts)
  await page.getByRole('combobox', { name: 'Event' }).selectOptions('Arbeitsrecht, 02.03.2026')
  await create.click()
  await expect.element(state('fertig')).toBeVisible()
  expect((await backend.requests(participationLetter))[0]?.query).toEqual({ eventId: 'V-11' })
  const contactIds = ['company=F1', 'id=K-1', 'contactCompany=F1', 'contactId=A-1']
  expect((await startedFunctions(backend))[0]?.parameter).toEqual([
    'letterNo=L-47',
    'format=PDF',
    ...contactIds,
    'eventId=V-11',
    'participantId=T-911'
  ])
  expect((await backend.requests(result))[0]?.query).toEqual({ jobId: '7' })
})

test('an hour record for ids that are texts has them in its constants', async () => {
  const { backend } = await openConfirmations('education', texts)
  await create.click()
  await expect.element(state('fertig')).toBeVisible()
  const [started] = await startedFunctions(backend)
  expect(started?.parameter.filter((one) => /^(?:letterNo|const)=/.test(one))).toEqual([
    'letterNo=L-48',
    'const=1:V-11',
    'const=2:T-911',
    'const=3:01',
    'const=4:K-1',
    'const=5:F1',
    'const=6:A-1',
    'const=7:F1'
  ])
})

test('a contact whose keys are texts is opened by them, saved and named to the page', async () => {
  const backend = await mockBackend()
  await backend.respond({
    'GET /api/webshopuser/getcurrentwebshopuser': user(),
    [list]: success([{ ...anna, ASP_ANREDE: 1, ASP_EMAIL: 'anna@example.at' }]),
    'GET /api/webshop/contactfields': success(contactFieldDescriptors()),
    'GET /api/webshop/getPossibleValues': success({}),
    'PUT /api/contact': success({})
  })
  const element = document.createElement('customer-contact')
  const attributes = { ...backend.attributes, 'session-token': 't', company: 'F1', id: 'K-1', pvaid: 'P-1' }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  const saved: unknown[] = []
  element.addEventListener('contact-saved', (one) => saved.push((one as CustomEvent<unknown>).detail))
  document.body.append(element)
  onTestFinished(() => element.remove())
  await page.getByRole('button', { name: 'Teilnehmer bearbeiten' }).click()
  await page.getByLabelText('Nachname').fill('Moser')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect.poll(() => saved).toEqual([{ pvaid: 'P-1', contactId: 'A-1' }])
  expect((await backend.requests(list))[0]?.query).toMatchObject({ company: 'F1', id: 'K-1', pvaid: 'P-1' })
  expect(await backend.sentData('PUT /api/contact')).toMatchObject([{ ...keys, ASP_NACHNAME: 'Moser' }])
})
