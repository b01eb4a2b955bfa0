import { today } from '@customer-center/contract/dates'
import { getEvaluationPdfSchema } from '@customer-center/contract/evaluation.schema'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { readEvaluation } from './evaluation-request.ts'
import { makeEvaluation, permitEvaluation } from './make-evaluation.ts'

/** Evaluations that the server sets at once while their callers wait; each may take seconds of the one process that sets letters. */
const mostAtOnce = 4

export function evaluationPdfRoutes(app: FastifyInstance, { db, typesetter }: Services): void {
  const callers = new Set<string>()

  route(app, getEvaluationPdfSchema, async ({ query, caller }) => {
    const permitted = await permitEvaluation(db, caller, readEvaluation(query.filter))
    const contact = `${caller.company}:${caller.pvaid}`
    if (callers.has(contact) || callers.size >= mostAtOnce) throw new Refusal('tooManyEvaluations')
    callers.add(contact)
    try {
      const pdf = await makeEvaluation(db, typesetter, permitted, today())
      return { fileData: Buffer.from(pdf).toString('base64') }
    } finally {
      callers.delete(contact)
    }
  })
}
