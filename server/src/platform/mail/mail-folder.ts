import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeWhole } from '../lib/write-whole.ts'
import type { Transport } from './smtp.ts'

/** Limit of kept mails; each may hold somebody's password. */
const maxMails = 500

/** Removes all but the newest files; their names begin with the time. */
async function removeOld(folder: string): Promise<void> {
  const old = (await readdir(folder)).toSorted().slice(0, -maxMails)
  // Another process may be removing the same file.
  for (const name of old) await rm(join(folder, name), { force: true })
}

/**
 * Opens the folder of mails for a server without SMTP_URL: each mail is a file that mail programs open (.eml). The
 * newest 500 are kept.
 */
export function openMailFolder(folder: string): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message, messageId } = await transport.sendMail(mail)
    const time = new Date().toISOString().replaceAll(':', '-')
    const name = `${time} ${messageId.replace(/[^\w.-]/g, '')}`
    // A reader sees the whole mail or none. Only the server's user reads the passwords in it.
    await writeWhole(join(folder, `${name}.eml`), message as Buffer, join(folder, `${name}.part`))
    await removeOld(folder)
  }
}
