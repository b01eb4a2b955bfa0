import { today } from '@customer-center/contract/dates'
import { evaluationFields } from '@customer-center/contract/evaluation'
import { getEvaluationPdfSchema, listEvaluationsSchema } from '@customer-center/contract/evaluation.schema'
import type { FastifyInstance } from 'fastify'
import { resFields } from '../../platform/http/fields.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { parseEvaluationRequest } from './evaluation-request.ts'
import { listEvaluations } from './evaluation.repository.ts'
import { authorizeEvaluation, makeEvaluation } from './make-evaluation.ts'

/** Evaluations made at once while their callers wait; each may take seconds of the processes that render documents. */
const maxAtOnce = 4

export function evaluationRoutes(app: FastifyInstance, { db, typesetter }: Services): void {
  const callers = new Set<string>()

  route(app, listEvaluationsSchema, async ({ query, caller }) =>
    listEvaluations(db, caller, resFields(evaluationFields, query.RES_FIELDS))
  )

  route(app, getEvaluationPdfSchema, async ({ query, caller }) => {
    const evaluation = await authorizeEvaluation(db, caller, parseEvaluationRequest(query.filter))
    const contact = `${caller.company}:${caller.pvaid}`
    if (callers.has(contact) || callers.size >= maxAtOnce) throw new Refusal('tooManyEvaluations')
    callers.add(contact)
    try {
      const pdf = await makeEvaluation(db, typesetter, evaluation, today())
      return { fileData: Buffer.from(pdf).toString('base64') }
    } finally {
      callers.delete(contact)
    }
  })
}
