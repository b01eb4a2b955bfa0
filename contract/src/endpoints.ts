import * as schemas from './endpoints.schema.ts'

/** All calls of the product. Only servers and tests may import it: it loads zod, which no browser should. */
export const endpoints = Object.values(schemas).filter((schema) => 'endpoint' in schema)
