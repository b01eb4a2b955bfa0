import { execFile, execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'
import { addProviderKey } from '../../../../testing/server/provider-keys.ts'

const run = promisify(execFile)

const languages = {
  Node: {
    file: 'center-token.mjs',
    start: '// center-token.mjs\n',
    command: 'node',
    code: (file: string) => [
      '--input-type=module',
      '-e',
      `import { centerToken } from ${JSON.stringify(file)}
      const [customerNumber, email] = process.argv.slice(1)
      console.log(JSON.stringify(await centerToken({ customerNumber, email })))`
    ]
  },
  PHP: {
    file: 'center-token.php',
    start: '<?php // center-token.php\n',
    command: 'php',
    code: (file: string) => ['-r', `require '${file}'; echo json_encode(center_token($argv[1], $argv[2]));`, '--']
  }
} as const

function isInstalled(command: string): boolean {
  try {
    return command === 'node' || execFileSync(command, ['-m']).toString().includes('curl')
  } catch {
    return false
  }
}

const test = serverTest.extend('key', { scope: 'file' }, async ({ db, own }) => {
  const { key } = await addProviderKey(db, { providerId: own.providerId })
  return key
})

for (const [language, { file, start, command, code }] of Object.entries(languages))
  test.skipIf(!isInstalled(command))(
    `the recipe of the docs in ${language} gets a session for a known person, and a null token for an unknown one`,
    async ({ server, own, key }) => {
      const folder = await newFolder()
      const docs = await readFile(new URL('../../../../docs/EMBEDDING.md', import.meta.url), 'utf8')
      const recipe = docs.split('```').find((block) => block.slice(block.indexOf('\n') + 1).startsWith(start))
      const path = join(folder, file)
      await writeFile(path, recipe!.slice(recipe!.indexOf('\n') + 1))
      const ask = async (email: string) => {
        const env = { ...process.env, CENTER_URL: server.url, CENTER_KEY: key }
        const { stdout } = await run(command, [...code(path), own.customerNumber, email], { env })
        return JSON.parse(stdout) as { token: string; expiresIn?: number }
      }
      const session = await ask(own.shopUsers.admin.userName)
      expect(session).toMatchObject({ expiresIn: expect.any(Number) })
      const headers = { authorization: session.token }
      const me = await server.call<Record<string, unknown>>(headers, '/webshopuser/getcurrentwebshopuser')
      expect(me.envelope.responseData['WSU_EMAIL']).toBe(own.shopUsers.admin.userName)
      expect(await ask('niemand@example.at')).toEqual({ token: null })
    }
  )
