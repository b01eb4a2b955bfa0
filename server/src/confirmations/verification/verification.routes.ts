import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../feature/services.ts'
import { publicPath } from '../../platform/config/public-url.ts'
import { networksOf } from '../../platform/http/client-address.ts'
import { setUpPages } from '../../platform/http/page/page.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Html } from '../../platform/lib/html.ts'
import { createSemaphore, semaphorePerKey, tryAcquireAll } from '../../platform/lib/semaphore.ts'
import { limits } from '../../platform/limits/limits.ts'
import { perWindow } from '../../platform/limits/per-window.ts'
import { verifyPageTexts } from './letter-details.ts'
import { failureBox, verificationPage, pageScript, resultBox, wrongNumberBox } from './page.ts'
import { parseSerialNumber, serialCharacters } from './serial-number.ts'
import { readPublicKeys } from './signing-key.repository.ts'
import { type VerificationResult, readFingerprint, verifyCode, verifyFile, verifyNumber } from './verify.ts'

const route = '/verify'
/** Cost of a check that finds nothing; a check that finds a letter costs 1. */
const missCost = 5

/** Length of the field for a number, larger than any number. */
const maxTyped = 40

type Form = Partial<Record<string, unknown>>

const fieldOf = (form: unknown, name: string): string => {
  const value = (form as Form | undefined)?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Turns parser errors, which have no status, into a refusal of the sender's input. */
async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error
    throw new Refusal('badRequest')
  }
}

/** @throws Refusal `overloaded` */
function createUploadCount(): (request: FastifyRequest, reply: FastifyReply) => void {
  const uploads = createSemaphore(limits.uploads.most)
  const uploadsOf = semaphorePerKey<string>(limits.uploadsOfAddress.most)
  return (request, reply) => {
    const leave = tryAcquireAll(uploadsOf(networksOf(request.ip)[0].cidr), uploads)
    if (!leave) throw new Refusal(limits.uploads.refusal)
    // The event occurs once for every request, answered or aborted.
    reply.raw.once('close', leave)
  }
}

type Verify = () => Promise<VerificationResult | undefined>

/** Counts the checks of an address, and refuses those beyond the limit. */
function createCheck(): (request: FastifyRequest, verify: Verify) => ReturnType<Verify> {
  const spend = perWindow(limits.verifications)
  return async (request, verify) => {
    // The check counts as a miss before it runs, so that parallel checks cannot exceed the limit.
    const spent = spend(
      networksOf(request.ip).map(({ cidr, share }) => ({ key: cidr, share })),
      missCost
    )
    if ('wait' in spent) throw new Refusal(limits.verifications.refusal, {}, spent.wait)
    const result = await verify()
    if (result && ('letter' in result || 'letters' in result)) spent.cost = 1
    return result
  }
}

/** Adds the page's script, and the public keys with which any program can check a code. */
function addFiles(part: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  part.get(`${route}/page.js`, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(pageScript)
  )
  part.get(`${route}/keys.json`, { schema: { hide: true } }, async (_request, reply) => {
    const keys = [...(await readPublicKeys(db))].map(([kid, x]) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      use: 'sig',
      alg: 'EdDSA',
      kid,
      x
    }))
    return reply
      .header('cache-control', 'public, max-age=3600')
      .header('access-control-allow-origin', '*')
      .type('application/jwk-set+json')
      .send(JSON.stringify({ keys }))
  })
}

/**
 * Adds the public page that checks a letter by its number, code or file. Input is neither stored nor logged. The page
 * shows only the text that is printed on the letter, and repeats an invalid number in its field.
 */
export async function verificationRoutes(
  part: FastifyInstance,
  services: Pick<Services, 'db' | 'config' | 'branding'>
): Promise<void> {
  const { config, db } = services
  const texts = verifyPageTexts(config)
  const check = createCheck()
  const countUpload = createUploadCount()
  const base = `${publicPath(config)}${route}`
  const sendPage = await setUpPages(part, services, {
    base: route,
    headers: 'scripted',
    failurePage: (sentence) => verificationPage(texts, base, failureBox(texts, sentence))
  })
  const answer = (reply: FastifyReply, status: number, result?: Html, number?: string): Promise<FastifyReply> =>
    sendPage(reply, status, verificationPage(texts, base, result, number))
  await part.register(multipart, {
    limits: { files: 1, fields: 1, parts: 2, fileSize: limits.uploadBody.most, headerPairs: 20 },
    throwFileSizeLimit: true
  })

  const verified = async (request: FastifyRequest, reply: FastifyReply, verify: Verify, typed = '') => {
    const result = await check(request, verify)
    const wrong = result && 'letter' in result ? '' : typed
    return result
      ? answer(reply, 200, resultBox(texts, result), wrong)
      : answer(reply, 400, failureBox(texts, texts.noPdf))
  }
  const schema = { hide: true }

  part.get(route, { schema }, async (_request, reply) => answer(reply, 200))

  part.post(route, { schema }, async (request, reply) => {
    const code = fieldOf(request.body, 'code')
    if (code !== '') return verified(request, reply, () => verifyCode(db, code, config.providerId))
    const typed = fieldOf(request.body, 'number').slice(0, maxTyped)
    if (serialCharacters(typed).length === 0) return answer(reply, 400, failureBox(texts, texts.noNumber))
    const number = parseSerialNumber(typed)
    if (number === null) return answer(reply, 400, wrongNumberBox(texts, typed), typed)
    return verified(request, reply, () => verifyNumber(db, number, config.providerId), typed)
  })

  part.post(`${route}/file`, { schema, config: { readsBody: true } }, async (request, reply) => {
    countUpload(request, reply)
    const upload = await readable(request.file())
    if (!upload || upload.filename === '') {
      upload?.file.resume()
      return answer(reply, 400, failureBox(texts, texts.noFile))
    }
    return verified(request, reply, async () => {
      const fingerprint = await readable(readFingerprint(upload.file))
      if (upload.file.truncated) throw new Refusal('tooLarge')
      await part.admission.admit(request, reply)
      return fingerprint && verifyFile(db, fingerprint, config.providerId)
    })
  })

  addFiles(part, services)
}
