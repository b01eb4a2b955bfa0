import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'
import { sitesOf } from '../config/shops.ts'
import { errorCode } from '../database/errors.ts'
import { type CheckOutcome, failedFault, type Surroundings, warningFault } from '../operator/check.ts'
import { mailFolder } from './mailer.ts'
import { checkSmtp, domainOf, isLocalHost } from './smtp.ts'

/** Reads the TXT records of a name, each in one piece; none where the name does not exist. */
type ReadTexts = (name: string) => Promise<readonly string[]>

/** Returns the fault of a domain, with the record to add if one would help; undefined without a fault. */
type FindGap = (
  domain: string,
  read: ReadTexts,
  config: Config
) => Promise<readonly [reason: string, name?: string, text?: string] | undefined>

function textReader(dnsServers: readonly string[]): ReadTexts {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (dnsServers.length > 0) resolver.setServers(dnsServers)
  return async (name) => {
    const records = await resolver.resolveTxt(name).catch((error: unknown) => {
      if (['ENOTFOUND', 'ENODATA'].includes(errorCode(error))) return []
      throw error
    })
    return records.map((parts) => parts.join(''))
  }
}

/** Makes a check for each domain that sends mails. */
const checkOf =
  (findGap: FindGap) =>
  async (config: Config): Promise<CheckOutcome> => {
    if (config.mail.kind === 'folder') return 'no mail leaves'
    const domains = [...new Set(sitesOf(config).map(({ mail }) => domainOf(mail.from)))]
    try {
      const read = textReader(config.dnsServers)
      const found = await Promise.all(domains.map((domain) => findGap(domain, read, config)))
      const gaps = found.filter((gap) => gap !== undefined)
      if (gaps.length === 0) return domains.join(', ')
      const records = gaps.flatMap(([, name, text]) => (name === undefined ? [] : `\n${name}. TXT "${text}"`))
      const more = records.length > 0 && { remedy: `Add to the DNS:${records.join('')}` }
      return warningFault(gaps.map(([reason]) => reason).join(' '), more || {})
    } catch (error) {
      const remedy = 'Look at the DNS of the machine, or correct DNS_SERVERS.'
      return warningFault(`The DNS gave no answer (${errorCode(error)}).`, { remedy })
    }
  }

/** Finds records that begin with a mark such as `v=spf1`. */
const ofKind = (texts: readonly string[], mark: string): string[] =>
  texts.filter((text) => text.split(/[\s;]/, 1)[0]?.toLowerCase() === mark)

/**
 * Names, in SPF's terms, the machine that hands mails to receivers: the mail server, or this machine if it runs there.
 */
function senderOf({ mail, publicUrl }: Config): string {
  const host = mail.kind === 'smtp' ? mail.url.hostname.replace(/^\[|\]$/g, '') : ''
  if (isLocalHost(host)) return publicUrl === '' ? 'mx' : `a:${new URL(publicUrl).hostname}`
  return isIP(host) === 0 ? `a:${host}` : `ip${isIP(host)}:${host}`
}

const findSpfGap: FindGap = async (domain, read, config) => {
  const { length } = ofKind(await read(domain), 'v=spf1')
  if (length === 0) return [`${domain} has no record for SPF.`, domain, `v=spf1 ${senderOf(config)} ~all`]
  return length === 1 ? undefined : [`${domain} has ${length} records for SPF, of which receivers take none.`]
}

const findDkimGap: FindGap = async (domain, read, { mail, mailDkimSelector: selector }) => {
  if (selector === '') return [`Nothing is known of a signature of mails from ${domain}.`]
  const key = mail.kind === 'smtp' ? mail.dkimKey : undefined
  const publicKey = key && createPublicKey(key.export({ type: 'pkcs8', format: 'pem' }))
  const wanted = publicKey?.export({ type: 'spki', format: 'der' }).toString('base64')
  const name = `${selector}._domainkey.${domain}`
  const found = (await read(name)).map((text) => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, ''))
  if (found.some((text) => (wanted === undefined ? text : text === wanted))) return undefined
  const reason = `${name} has ${found.length > 0 ? 'another key' : 'no key'}: receivers count signatures as wrong.`
  return wanted === undefined ? [reason] : [reason, name, `v=DKIM1; k=rsa; p=${wanted}`]
}

const findDmarcGap: FindGap = async (domain, read, { mail: { from } }) => {
  // A record of a domain above counts, too.
  for (let each = domain; each.includes('.'); each = each.slice(each.indexOf('.') + 1))
    if (ofKind(await read(`_dmarc.${each}`), 'v=dmarc1').length > 0) return undefined
  return [`${domain} has no record for DMARC.`, `_dmarc.${domain}`, `v=DMARC1; p=none; rua=mailto:${from}`]
}

/**
 * Checks of the mail server, and of the DNS records by which receivers distinguish the sender's mails from forged ones.
 */
export const mailChecks: Surroundings = {
  async 'mail-server'({ mail, dataFolder }) {
    if (mail.kind === 'folder')
      return warningFault(`Nobody gets a mail: they are written into ${mailFolder(dataFolder)}.`)
    const problem = await checkSmtp(mail)
    if (problem !== null) return failedFault(`The mail server ${mail.url.host} cannot be used (${problem}).`)
    return `${mail.url.host}, from ${mail.from}`
  },
  'mail-spf': checkOf(findSpfGap),
  'mail-dkim': checkOf(findDkimGap),
  'mail-dmarc': checkOf(findDmarcGap)
}
