import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Envelope } from '@customer-center/contract/envelope'

/** The first person of a provider, as `init` makes it. */
export const firstPerson = { name: 'Anna Muster', email: 'anna@muster.example', customerNumber: '1' }

/** Values with which `init` makes the provider and its first customer. */
const provider: Readonly<Record<string, string>> = {
  name: 'Berg Akademie GmbH',
  street: 'Kai 1',
  plz: '1020',
  place: 'Wien',
  signatory: 'Dr. Eva Berg',
  customer: 'Muster GmbH',
  'first-name': 'Anna',
  'last-name': 'Muster',
  email: firstPerson.email
}

export const initWords = ['init', ...Object.entries(provider).flatMap(([name, value]) => [`--${name}`, value])]

const password = 'Neues-Passwort-7'

/** Finds the link of a mail that leads to a first password. */
export const linkIn = (mail: string): string => /^https:\/\/\S+\/passwort\/[\w-]{43}$/m.exec(mail)?.[0] ?? ''

/** Resolves every host name to this machine. */
const thisMachine: LookupFunction = (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }])

/**
 * Sets a first password by the link of a mail, and logs in with it, by the proxy of this machine.
 *
 * @param link of the mail
 * @param certificate that vouches for the proxy
 * @throws Error if one of the two is refused
 */
export async function logInFirst(link: string, certificate: Buffer): Promise<void> {
  const { origin, pathname } = new URL(link)
  const set = await send(origin + pathname, { password, repeat: password })
  if (set.status !== 303) throw new Error(`The link ${link} was answered with ${set.status}.`)
  const { email: userName, customerNumber } = firstPerson
  const login = await send(`${origin}/api/getToken`, { customerNumber, userName, password })
  const { responseData } = JSON.parse(login.body) as Envelope<{ access_token: string } | null>
  if (!responseData?.access_token) throw new Error(`The first login was answered with ${login.status}.`)

  async function send(url: string, values: Readonly<Record<string, string>>) {
    const body = new URLSearchParams(values).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers, ca: certificate, lookup: thisMachine }, resolve)
      sent.on('error', reject)
      sent.end(body)
    })
    return { status: response.statusCode, body: await text(response) }
  }
}
