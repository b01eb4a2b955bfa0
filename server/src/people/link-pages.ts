import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { throttleAttempts } from '../account/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Actor } from '../platform/http/caller.ts'
import { setUpCardPages } from '../platform/http/card-page.ts'
import { networksOf } from '../platform/http/client-address.ts'
import type { Page, SendPage } from '../platform/http/page.ts'
import { tokenHash } from '../platform/lib/tokens.ts'
import type { Services } from '../platform/services.ts'

export type LinkServices = Pick<Services, 'db' | 'config' | 'branding'>

interface LinkParams {
  readonly token: string
}

/** The pages of a mailed link, which its owner opens without a login. */
interface LinkPages<Owner extends Actor> {
  /** Path of the pages; a link adds its token. */
  readonly base: string
  readonly failedTitle: string
  /** Finds the owner of a link, and what it is for; undefined for a link that opens nothing, whatever the reason. */
  readonly find: (db: Db, linkHash: Buffer, provider?: number) => Promise<Owner | undefined>
  /** The page for a wrong, a used and an old link. */
  readonly invalidPage: Page
  /** Renders the page with the form. Looking at it uses nothing up, because mail servers open links, too. */
  readonly formPage: (owner: Owner) => Page
  /**
   * Does what the form is sent for.
   * @returns the path of the page that says so, or the form with what was wrong; undefined if the link is no longer good
   */
  readonly follow: (
    owner: Owner,
    linkHash: Buffer,
    request: FastifyRequest,
    reply: FastifyReply
  ) => Promise<string | Page | undefined>
}

/** Registers the pages of mailed links. Too many links that open nothing, from one address, get no answer at all. */
export async function registerLinkPages<Owner extends Actor>(
  part: FastifyInstance,
  services: LinkServices,
  { base, failedTitle, find, invalidPage, formPage, follow }: LinkPages<Owner>
): Promise<SendPage> {
  const { config, db } = services
  const sendPage = await setUpCardPages(part, services, base, failedTitle)
  const [path, schema] = [`${base}/:token`, { hide: true }]

  const findOwner = async (linkHash: Buffer, { ip }: Pick<FastifyRequest, 'ip'>) => {
    const attempt = { account: linkHash.toString('hex'), networks: networksOf(ip) }
    const owner = await throttleAttempts(db, attempt, () => find(db, linkHash, config.company))
    return owner && { ...owner, shop: config.shop }
  }

  part.get<{ Params: LinkParams }>(path, { schema }, async (request, reply) => {
    const owner = await findOwner(tokenHash(request.params.token), request)
    return owner ? sendPage(reply, 200, formPage(owner)) : sendPage(reply, 404, invalidPage)
  })

  part.post<{ Params: LinkParams }>(path, { schema }, async (request, reply) => {
    const linkHash = tokenHash(request.params.token)
    const owner = await findOwner(linkHash, request)
    const followed = owner && (await follow(owner, linkHash, request, reply))
    if (followed === undefined) return sendPage(reply, 404, invalidPage)
    return typeof followed === 'string' ? reply.redirect(followed, 303) : sendPage(reply, 422, followed)
  })
  return sendPage
}
