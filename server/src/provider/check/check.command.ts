import { z } from 'zod'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { defineCommand } from '../../platform/operator/command.ts'
import type { Finding } from './check-installation.ts'

const marks = { fine: 'fine   ', warning: 'WARNING', failed: 'FAILED ' }

export const commands = [
  defineCommand({
    configure: (parser) =>
      void parser.addHelpText('after', '\nEach is fine, or it says what to do. Exit code 1: something has failed.'),
    name: 'check',
    input: z.unknown(),
    run: async (db, _input, { config, contents }) =>
      (await import('./check-installation.ts')).checkInstallation(db, config, (await contents()).features),
    async act({ ask, print, config }) {
      const findings = await ask(null).catch(async (error: unknown): Promise<Finding[]> => {
        if (!(error instanceof OperatorError)) throw error
        const { checkSurroundings } = await import('./check-installation.ts')
        return [
          ...(await checkSurroundings(await config())),
          { of: 'database', state: 'failed', sentence: error.message }
        ]
      })
      const lines = findings.map(
        ({ of, state, sentence }) => `${marks[state]}  ${of}: ${sentence.replaceAll('\n', '\n           ')}\n`
      )
      print(lines.join(''), findings)
      if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1
    }
  })
]
