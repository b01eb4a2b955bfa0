import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Transport } from './mailer.ts'

/** Writes each mail as a file that mail programs open (.eml), for a server without SMTP_URL. */
export function openMailFolder(folder: string): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message, messageId } = await transport.sendMail(mail)
    const time = new Date().toISOString().replaceAll(':', '-')
    const name = `${time} ${messageId.replace(/[^\w.-]/g, '')}`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // A reader sees the whole mail or none. Nobody but the server's user reads the passwords in it.
    await writeFile(join(folder, `${name}.part`), message as Buffer, { mode: 0o600 })
    await rename(join(folder, `${name}.part`), join(folder, `${name}.eml`))
  }
}
