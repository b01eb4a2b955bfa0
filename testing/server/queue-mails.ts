export { queuePasswordMail } from '../../server/src/people/mail/password-mail/password-mail.ts'
