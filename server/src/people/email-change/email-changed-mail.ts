import { defineMail } from '../../mails/index.ts'
import { maskedAddress } from '../../platform/mail/mail-text.ts'
import { textsOf } from './email-change-mail.ts'

/** Tells the old address the change, its time, and the contact for questions. */
export const emailChangedMail = defineMail({
  name: 'email-changed-mail',
  purpose: 'notice',
  texts: textsOf('changed'),
  say: ({ texts, owner, to }) => ({
    facts: [
      [texts.oldAddress, to],
      ...(owner.emailAddress === '' ? [] : [[texts.newAddress, maskedAddress(owner.emailAddress)] as const])
    ]
  })
})
