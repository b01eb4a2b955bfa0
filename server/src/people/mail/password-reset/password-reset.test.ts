import { expect } from 'vitest'
import { test } from '../../../../../testing/server/fixtures.ts'

test('without PUBLIC_URL there is no such call, and nothing announces it', async ({ server }) => {
  const { status } = await server.save({}, ['POST', '/passwordreset'], { emailAddress: 'niemand@firma.example' })
  expect(status).toBe(404)
  const config = (await (await fetch(`${server.url}/assets/config.prod.json`)).json()) as { features: string[] }
  expect(config.features).toContain('sessions')
  expect(config.features).not.toContain('password-reset')
})
