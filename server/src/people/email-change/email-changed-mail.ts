import { defineMail } from '../../mails/index.ts'
import { maskedAddress } from '../../platform/mail/mail-text.ts'
import { emailChangeTexts } from './email-change-mail.ts'

/** Tells the old address the change, its time, and the contact for questions. */
export const emailChangedMail = defineMail({
  name: 'email-changed-mail',
  purpose: 'notice',
  texts: emailChangeTexts('changed'),
  say: ({ texts, owner, to }) => ({
    facts: [
      [texts.oldAddress, to],
      ...(owner.emailAddress === '' ? [] : [[texts.newAddress, maskedAddress(owner.emailAddress)] as const])
    ]
  })
})
