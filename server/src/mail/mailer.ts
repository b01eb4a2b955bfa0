/** A mail that is ready to leave. */
export interface Mail {
  /** One address; never a list, never with a name. */
  readonly to: string
  readonly fromName: string
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Left part of the Message-ID; the same for mails that may be taken for one. */
  readonly id: string
}

/** Sends mails: by SMTP, or into a folder. */
export interface Mailer {
  /**
   * Resolves when the mail server has taken the mail.
   * @throws MailRefused when the server will never take it; anything else may pass with time
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}
