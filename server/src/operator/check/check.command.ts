import { z } from 'zod'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { Severity } from '../../platform/operator/check.ts'
import { defineCommand } from '../../platform/operator/command.ts'

const marks: Readonly<Record<Severity, string>> = { fine: 'fine   ', warning: 'WARNING', failed: 'FAILED ' }
const indented = (text: string) => text.replaceAll('\n', '\n           ')

export const checkCommands = [
  defineCommand({
    configure: (parser) =>
      void parser
        .option('--upgrade', 'list the migrations that this version would make, and make none')
        .addHelpText(
          'after',
          '\nEach is fine, or it says what to do; docs/operations/checks.md explains all.\nExit codes: 0 all is fine, 3 there are warnings, 1 something has failed.'
        ),
    name: 'check',
    input: z.object({ upgrade: z.boolean() }),
    isAlone: ({ upgrade }) => upgrade,
    run: async (db, { upgrade }, { config, contents }) =>
      upgrade
        ? (await import('./check-installation.ts')).checkUpgrade(db)
        : (await import('./check-installation.ts')).checkInstallation(db, config, (await contents()).features),
    async act({ ask, print, config }, { upgrade = false }: { upgrade?: boolean }) {
      const findings = await ask({ upgrade }).catch(async (error: unknown) => {
        if (upgrade || !(error instanceof OperatorError)) throw error
        return (await import('./check-installation.ts')).checkSurroundings(await config(), error)
      })
      const lines = findings.map(
        ({ code, severity, sentence, remedy }) =>
          `${marks[severity]}  ${code}: ${indented(remedy === '' ? sentence : `${sentence}\n→ ${remedy}`)}\n`
      )
      print(lines.join(''), findings)
      const has = (severity: Severity) => findings.some((finding) => finding.severity === severity)
      process.exitCode = has('failed') ? 1 : has('warning') ? 3 : 0
    }
  })
]
