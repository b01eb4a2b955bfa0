import * as z from 'zod/mini'

const responseResult = z.strictObject({
  HTTPReturnCode: z.int(),
  RESTReturnCode: z.int(),
  Errors: z.array(z.string())
})

/** The envelope around an answer's data, which is null after a failure. */
export function envelopeSchema<Data>(data: z.ZodMiniType<Data>) {
  return z.strictObject({ responseData: z.nullable(data), responseResult })
}
