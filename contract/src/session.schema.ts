import { z } from 'zod'
import { defineEndpoint } from './schema.ts'
import { getApiVersion, getToken, revokeToken } from './session.ts'

const short = z.optional(z.string().check(z.maxLength(300)))

const tokenForm = z.object({
  customerNumber: short,
  userName: short,
  password: z.optional(z.string().check(z.maxLength(1000))),
  refreshToken: short,
  passkey: z.optional(z.string().check(z.maxLength(10_000))),
  appKey: short,
  clientLocale: short,
  getRefreshToken: short
})

const token = z.strictObject({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() })

export const getTokenSchema = defineEndpoint(
  getToken,
  'Logs in by a password or a passkey, or renews a session with a refresh token',
  token,
  {
    body: tokenForm
  }
)
export const revokeTokenSchema = defineEndpoint(revokeToken, 'Ends the session at once', z.null())
export const getApiVersionSchema = defineEndpoint(
  getApiVersion,
  'The version of this API',
  z.strictObject({ api_version: z.string() })
)
