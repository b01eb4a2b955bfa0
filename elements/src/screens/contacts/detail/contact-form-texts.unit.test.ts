import { expect, test } from 'vitest'
import texts from '../../../../public/assets/text.at.json' with { type: 'json' }
import type { FormValues } from '../../../forms/use-validators.ts'
import type { Text } from '../../../texts/texts.ts'
import type { ContactFormSituation } from './contact-form-rules.ts'
import { accessNoteOf, mailedTextOf } from './contact-form-texts.ts'

const text: Text = (id, values = {}) => texts[id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))

const newContact: ContactFormSituation = { viewer: 'admin', own: false, isNew: true, storedRight: 'none' }

function noteOf(values: FormValues, situation = newContact, right: 'none' | 'contact' = 'contact') {
  return accessNoteOf({ situation, right, hasPassword: true, valueOf: (name) => values[name] }, text)
}

test('the note says whom a save mails a password, and that one’s own is the way around', () => {
  const own = 'Geben Sie selbst ein Passwort ein, wird nichts gesendet.'
  expect(noteOf({ eMailAddress: 'eva@example.at' })).toBe(
    `Beim Speichern werden Zugangsdaten an eva@example.at gesendet. ${own}`
  )
  expect(noteOf({ shopEmail: 'login@example.at', eMailAddress: 'eva@example.at' })).toContain('an login@example.at')
  expect(noteOf({ shopEmail: '' })).toContain('an die E-Mail-Adresse des Kontakts')
  expect(noteOf({}, { ...newContact, isNew: false })).toMatch(/^Gibt es noch kein Passwort, werden beim Speichern/)
  const withoutPassword = { situation: newContact, right: 'contact', hasPassword: false, valueOf: () => '' } as const
  expect(accessNoteOf(withoutPassword, text)).not.toContain(own)
})

test('the note says that nothing is sent without a right and with a typed password', () => {
  expect(noteOf({}, newContact, 'none')).toBe('Ohne Zugangsberechtigung werden keine Zugangsdaten gesendet.')
  expect(noteOf({ password: 'geheim-1' })).toMatch(/^Es wird nichts gesendet\./)
})

test('there is no note where the save cannot give access', () => {
  expect(noteOf({}, { ...newContact, storedRight: 'contact' })).toBeNull()
  expect(noteOf({}, { ...newContact, viewer: 'shopfull' })).toBeNull()
  expect(noteOf({}, { ...newContact, own: true })).toBeNull()
})

test('of a new contact the message says the address to which its access was mailed, if it was', () => {
  const values = { webshopRights: '3', password: '' }
  const mailed = '. Zugangsdaten wurden an eva@example.at gesendet.'
  expect(mailedTextOf(values, 'eva@example.at', text)).toBe(mailed)
  expect(mailedTextOf(values, null, text)).toBe('')
  expect(mailedTextOf({ ...values, password: 'geheim-1' }, 'eva@example.at', text)).toBe('')
  expect(mailedTextOf({ ...values, webshopRights: '0' }, 'eva@example.at', text)).toBe('')
})
