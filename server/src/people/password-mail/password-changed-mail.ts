import { defineMail } from '../../mails/index.ts'
import { passwordMailTexts } from './password-mail.ts'

/** Tells the owner of a login that the password is another one now, and what to do if somebody else did that. */
export const passwordChangedMail = defineMail({
  name: 'password-changed-mail',
  purpose: 'notice',
  texts(config) {
    const { customerNumber, userName, changed } = passwordMailTexts(config)
    // Only a server that knows its address can send a link for a forgotten password.
    const after = [changed.known, config.publicUrl === '' ? changed.ask : changed.reset]
    return { ...changed, customerNumber, userName, after }
  },
  say: ({ config, texts, owner, to }) => ({
    facts: [
      [texts.customerNumber, owner.customerNumber],
      [texts.userName, to]
    ],
    url: config.shopUrl || config.publicUrl
  })
})
