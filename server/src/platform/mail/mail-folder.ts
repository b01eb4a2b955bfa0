import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Transport } from './transport.ts'

/** Mails that are kept; each may hold somebody's password. */
const maxMails = 500

/** Removes all but the newest files; their names begin with the time. */
async function removeOld(folder: string): Promise<void> {
  const old = (await readdir(folder)).toSorted().slice(0, -maxMails)
  // Another process may be removing the same file.
  for (const name of old) await rm(join(folder, name), { force: true })
}

/** Writes each mail as a file that mail programs open (.eml), for a server without SMTP_URL. The newest 500 are kept. */
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
    await removeOld(folder)
  }
}
