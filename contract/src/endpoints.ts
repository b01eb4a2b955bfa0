import * as schemas from './endpoints.schema.ts'

/** Every call of the product. It imports zod, so only servers and tests may import it, never the elements. */
export const endpoints = Object.values(schemas)
