import { webshopUserFields } from './webshop-user.ts'
import { changedAt, choice, email, reference, required, own } from './import-field.ts'
import { Right } from './rights.ts'

/** A row of a provider, by member. */
export const shopUsersImport = {
  contact: required(reference('contacts')),
  emailAddress: required(email(webshopUserFields.emailAddress), 'The user name, and where access goes'),
  rights: required(
    choice(webshopUserFields.webshopRights.code, Object.values(Right)),
    '0 Keine Zugangsberechtigung, 1 Administrator, 2 Shopzugang, 3 Teilnehmer, 4 Shopzugang ohne Ansicht Rechnungen'
  ),
  passwordHash: {
    ...own('text', 255),
    secret: true,
    description:
      'Of the old system, as bcrypt or in PHC format (argon2, scrypt, PBKDF2); counts where there is no password yet'
  },
  changedAt
} as const
